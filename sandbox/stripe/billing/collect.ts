import type { Account } from '../account.ts';
import { fromFixture, newId, type ObjectOf } from '../objects.ts';
import { type Billing, draftInvoice } from './invoices.ts';

type Customer = ObjectOf<'customer'>;
type Invoice = ObjectOf<'invoice'>;
type Subscription = ObjectOf<'subscription'>;

const daySeconds = 86_400;

/** Stripe's fixed schedule of retries. After the last one the subscription ends. */
const retryAfterDays = [3, 5, 7] as const;

const subscriptionOf = (account: Account, { parent }: Invoice) =>
  account.get('subscription', parent.subscription_details.subscription);

export function setStatus(account: Account, subscription: Subscription, status: Subscription['status']) {
  if (subscription.status === status) return;
  subscription.status = status;
  account.emit('customer.subscription.updated', subscription);
}

/** Cancels the subscription. Its open invoices stay open, without further retries. */
export function endSubscription(
  account: Account,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
) {
  const now = account.now();
  for (const invoice of account.all('invoice')) {
    if (invoice.status !== 'open' || subscriptionOf(account, invoice) !== subscription) continue;
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
  }
  subscription.status = 'canceled';
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.cancellation_details.reason ??= reason;
  account.emit('customer.subscription.deleted', subscription);
}

/** Consumes one configured failure, if any is left. The customer's own count comes before the account's count. */
export function takeFailure({ state }: Account, customer: Customer): boolean {
  const count = [customer.sandbox, state.behaviour].find(({ failNextPayments }) => failNextPayments > 0);
  if (count === undefined) return false;
  count.failNextPayments -= 1;
  return true;
}

/** Replaces the card. Payments with the new card succeed. */
export function setCard(customer: Customer, card: string) {
  customer.sandbox.card = card;
  customer.sandbox.failNextPayments = 0;
}

/** As at Stripe, all charges of an invoice belong to one payment intent. */
function addCharge(account: Account, invoice: Invoice, isPaid: boolean) {
  invoice.sandbox.paymentIntent ??= newId('pi');
  const charge = fromFixture('charge', {
    created: account.now(),
    customer: invoice.customer,
    payment_intent: invoice.sandbox.paymentIntent,
    amount: invoice.amount_due,
    amount_captured: isPaid ? invoice.amount_due : 0,
    captured: isPaid,
    failure_code: isPaid ? null : 'card_declined',
    paid: isPaid,
    status: isPaid ? 'succeeded' : 'failed',
  });
  charge.billing_details.email = invoice.customer_email;
  charge.billing_details.name = invoice.customer_name;
  account.add(charge);
}

type Try = {
  /** The customer pays in the portal, which does not move later retries. */
  isByHand?: boolean;
  /** The caller already decided the outcome, so this payment consumes no configured failure. */
  cannotFail?: boolean;
};

function scheduleRetry(account: Account, invoice: Invoice) {
  invoice.attempt_count += 1;
  const pauseDays = retryAfterDays[invoice.attempt_count - 1];
  invoice.next_payment_attempt =
    pauseDays === undefined || !invoice.auto_advance ? null : account.now() + pauseDays * daySeconds;
}

function markPaid(account: Account, invoice: Invoice) {
  Object.assign(invoice, {
    status: 'paid',
    attempted: true,
    auto_advance: false,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = account.now();
  account.emit('invoice.paid', invoice);
}

/** Tries once to collect an open invoice. Credit alone may pay the invoice, which creates no charge. */
export function collect(account: Account, invoice: Invoice, { isByHand, cannotFail }: Try = {}): boolean {
  const subscription = subscriptionOf(account, invoice);
  const customer = account.get('customer', invoice.customer);
  const hasFailed = invoice.amount_due > 0 && !cannotFail && takeFailure(account, customer);
  if (invoice.amount_due > 0) addCharge(account, invoice, !hasFailed);
  if (!hasFailed) {
    markPaid(account, invoice);
    if (subscription.latest_invoice === invoice.id && subscription.status !== 'canceled')
      setStatus(account, subscription, 'active');
    return true;
  }
  invoice.attempted = true;
  if (!isByHand) scheduleRetry(account, invoice);
  account.emit('invoice.payment_failed', invoice);
  if (subscription.status === 'canceled') return false;
  if (invoice.next_payment_attempt === null) endSubscription(account, subscription, 'payment_failed');
  else setStatus(account, subscription, 'past_due');
  return false;
}

/** Creates an invoice, finalizes it and tries to collect it. */
export function bill(account: Account, billing: Billing, options?: Try): Invoice {
  const invoice = account.add(draftInvoice(account, billing));
  const customer = account.get('customer', invoice.customer);
  customer.next_invoice_sequence += 1;
  customer.balance = invoice.ending_balance;
  billing.subscription.latest_invoice = invoice.id;
  account.emit('invoice.finalized', invoice);
  collect(account, invoice, options);
  return invoice;
}
