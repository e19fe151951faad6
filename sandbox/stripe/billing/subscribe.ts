import { type Account, takeCard } from '../account.ts';
import { newCustomer } from '../objects/customer.ts';
import { type Session, sessionCustomer } from '../objects/session.ts';
import { newSubscription, newSubscriptionItem, type Subscription } from '../objects/subscription.ts';
import { periodEnd } from '../periods.ts';
import { missing } from '../stripe-fault.ts';
import { billNow, periodLine, priceOf } from './invoices.ts';

type SubscribeInput = { session: Session; customer: string; card: string };

function subscribe(account: Account, { session, customer, card }: SubscribeInput): Subscription {
  const { store } = account;
  const now = account.now();
  const subscription = store.add(
    newSubscription(
      {
        customer,
        currency: session.currency,
        metadata: session.sandbox.subscriptionMetadata,
        paymentMethod: card,
      },
      { now },
    ),
  );
  for (const { price, quantity } of session.sandbox.lines) {
    const { recurring } = priceOf(account, { price });
    if (recurring === null) continue;
    const end = periodEnd(recurring, now, now);
    subscription.items.push(
      newSubscriptionItem({ price, quantity, subscription: subscription.id, start: now, end }, { now }),
    );
  }
  return subscription;
}

function customerFor(account: Account, session: Session) {
  const { store, now } = account;
  const known = session.customer === null ? undefined : store.get('customer', session.customer);
  if (known?.sandbox.deleted) throw missing('customer', known.id);
  return (
    known ?? store.add(newCustomer({ email: session.customer_email ?? 'teste@exemplo.com' }, { now: now() }))
  );
}

/** The page's card pays, whatever the account's cards were told to do: the page has a button for declining. */
export function completeSession(account: Account, session: Session) {
  const { state } = account.store;
  const customer = customerFor(account, session);
  const card = takeCard(account, customer, 'good');
  const failNextPayments = state.behaviour.failNextPayments;
  state.behaviour.failNextPayments = 0;

  const subscription = subscribe(account, { session, customer: customer.id, card: card.id });
  subscription.status = 'active';
  account.emit('customer.subscription.created', subscription);
  const now = account.now();
  const { invoice } = billNow(account, {
    subscription,
    reason: 'subscription_create',
    lines: subscription.items.map((item) => periodLine(account, item)),
    period: { start: now, end: now },
  });
  state.behaviour.failNextPayments = failNextPayments;

  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    customer: customer.id,
    customer_details: sessionCustomer(customer),
    subscription: subscription.id,
    invoice: invoice.id,
  });
  account.emit('checkout.session.completed', session);
}

export function expireSession(account: Account, session: Session) {
  session.status = 'expired';
  account.emit('checkout.session.expired', session);
}
