import type { Account } from '../account.ts';
import { fromFixture, type ObjectOf } from '../objects.ts';
import { declined } from '../stripe-fault.ts';
import { bill, setCard, takeFailure } from './collect.ts';
import { type Billing, draftInvoice, fullLine, oneItem, prorationLine } from './invoices.ts';

type Price = ObjectOf<'price'>;
type Session = ObjectOf<'checkout.session'>;
type Subscription = ObjectOf<'subscription'>;

const daySeconds = 86_400;
const monthsOf = { month: 1, year: 12 } as const;

/** An anchor on the 31st gives the last day of a shorter month, and the 31st again in the next longer month. */
function addMonths(anchor: number, months: number) {
  const from = new Date(anchor * 1_000);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  return Date.UTC(year, month, day) / 1_000 + (anchor % daySeconds);
}

/** Returns the end of the period that begins at `start`. It counts from the anchor, so that days do not drift. */
function periodEnd({ recurring }: Price, anchor: number, start: number) {
  const months = monthsOf[recurring.interval];
  let times = 1;
  while (addMonths(anchor, months * times) <= start) times += 1;
  return addMonths(anchor, months * times);
}

function subscribe(account: Account, session: Session): Subscription {
  const created = account.now();
  const price = account.get('price', session.sandbox.price);
  const subscription = fromFixture('subscription', {
    created,
    start_date: created,
    billing_cycle_anchor: created,
    customer: session.customer,
    metadata: session.sandbox.subscriptionMetadata,
  });
  const item = fromFixture('subscription_item', {
    created,
    subscription: subscription.id,
    price: structuredClone(price),
    current_period_start: created,
    current_period_end: periodEnd(price, created, created),
  });
  subscription.items.data = [item];
  return account.add(subscription);
}

/** The page has its own button for a declined card, so this payment consumes no configured failure. */
export function completeSession(account: Account, session: Session) {
  setCard(account.get('customer', session.customer), '4242');
  const subscription = subscribe(account, session);
  account.emit('customer.subscription.created', subscription);
  const lines = [fullLine(account, oneItem(subscription))];
  const now = account.now();
  const period = { start: now, end: now };
  const invoice = bill(
    account,
    { subscription, reason: 'subscription_create', lines, period },
    { cannotFail: true },
  );
  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    subscription: subscription.id,
    invoice: invoice.id,
  });
  account.emit('checkout.session.completed', session);
}

export function expireSession(account: Account, session: Session) {
  session.status = 'expired';
  account.emit('checkout.session.expired', session);
}

/** Begins the next period at the end of the current one. */
export function renew(account: Account, subscription: Subscription) {
  const item = oneItem(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  item.current_period_start = end;
  item.current_period_end = periodEnd(item.price, subscription.billing_cycle_anchor, end);
  account.emit('customer.subscription.updated', subscription);
  const lines = [fullLine(account, item)];
  bill(account, { subscription, reason: 'subscription_cycle', lines, period: { start, end } });
}

/**
 * Returns the item and the invoice of a change of price without storing them. A different interval begins a
 * new period now, and the same interval continues the period.
 */
export function planChange(account: Account, subscription: Subscription, price: Price) {
  const now = account.now();
  const old = oneItem(subscription);
  const isNewPeriod = old.price.recurring.interval !== price.recurring.interval;
  const item = { ...old, price: structuredClone(price) };
  if (isNewPeriod) {
    item.current_period_start = now;
    item.current_period_end = periodEnd(price, now, now);
  }
  const due = isNewPeriod ? fullLine(account, item) : prorationLine(account, item, 1);
  const billing: Billing = {
    subscription,
    reason: 'subscription_update',
    lines: [prorationLine(account, old, -1), due],
    period: { start: now, end: now },
  };
  return { item, isNewPeriod, billing };
}

/** Behaves as `error_if_incomplete` at Stripe: a declined card leaves the subscription unchanged. */
export function changePrice(account: Account, subscription: Subscription, price: Price) {
  if (oneItem(subscription).price.id === price.id) return;
  const { item, isNewPeriod, billing } = planChange(account, subscription, price);
  const customer = account.get('customer', subscription.customer);
  if (draftInvoice(account, billing).amount_due > 0 && takeFailure(account, customer)) throw declined();
  subscription.items.data = [item];
  if (isNewPeriod) {
    subscription.billing_cycle_anchor = account.now();
    if (subscription.cancel_at_period_end) subscription.cancel_at = item.current_period_end;
  }
  bill(account, billing, { cannotFail: true });
}
