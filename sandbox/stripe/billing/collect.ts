import type { Account } from '../account.ts';
import type { Customer, PaymentMethod } from '../objects/customer.ts';
import type { Invoice } from '../objects/invoice.ts';
import {
  type Charge,
  declineOf,
  newCharge,
  newInvoicePayment,
  newPaymentIntent,
  type PaymentIntent,
} from '../objects/payment.ts';
import type { Subscription } from '../objects/subscription.ts';

const daySeconds = 86_400;

/** Stripe's own schedule before it learned to choose the hour: then the subscription ends. */
const retryAfterDays = [3, 5, 7] as const;

export const customerOf = ({ store }: Account, { customer }: { customer: string }) =>
  store.get('customer', customer) as Customer;

export function subscriptionOf({ store }: Account, invoice: Invoice): Subscription {
  return store.get('subscription', invoice.parent.subscription_details.subscription) as Subscription;
}

export function cardOf({ store }: Account, subscription: Subscription): PaymentMethod | undefined {
  const customer = store.get('customer', subscription.customer);
  const id = subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method;
  const card = id === null || id === undefined ? undefined : store.get('payment_method', id);
  return card?.customer === subscription.customer ? card : undefined;
}

/** The customer's own count comes first, so that a test spoils no payment but the one it means. */
function declines({ store }: Account, customer: Customer, card: PaymentMethod | undefined) {
  if (card === undefined || card.sandbox.declines) return true;
  for (const count of [customer.sandbox, store.state.behaviour]) {
    if (count.failNextPayments === 0) continue;
    count.failNextPayments -= 1;
    return true;
  }
  return false;
}

export function paymentOf({ store }: Account, invoice: Invoice) {
  return store.all('invoice_payment').find((payment) => payment.invoice === invoice.id);
}

/** One intent for all the tries of an invoice, as Stripe has it. */
function intentFor(account: Account, invoice: Invoice): PaymentIntent {
  const { store, now } = account;
  const payment = paymentOf(account, invoice);
  const known = payment && store.get('payment_intent', payment.payment.payment_intent);
  if (known !== undefined) return known;
  const customer = customerOf(account, invoice);
  const intent = store.add(newPaymentIntent({ invoice, customer }, { now: now() }));
  store.add(newInvoicePayment({ invoice, paymentIntent: intent.id }, { now: now() }));
  return intent;
}

export function markPaid(account: Account, invoice: Invoice, amount: number) {
  const now = account.now();
  Object.assign(invoice, {
    status: 'paid',
    attempted: true,
    auto_advance: false,
    amount_paid: amount,
    amount_remaining: 0,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = now;
  const payment = paymentOf(account, invoice);
  if (payment === undefined) return;
  payment.status = 'paid';
  payment.amount_paid = amount;
  payment.status_transitions.paid_at = now;
}

function succeed(account: Account, invoice: Invoice, { intent, charge }: Tried) {
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
  });
  markPaid(account, invoice, intent.amount);
}

function fail({ intent, charge }: Tried) {
  Object.assign(intent, {
    status: 'requires_payment_method',
    last_payment_error: declineOf(charge.id),
    latest_charge: charge.id,
  });
}

type Tried = { intent: PaymentIntent; charge: Charge };

/** A try by hand counts as the first one only, and moves no later one. */
function countTry(account: Account, invoice: Invoice, { paid, byHand }: { paid: boolean; byHand: boolean }) {
  invoice.attempted = true;
  if (byHand && invoice.attempt_count > 0) return;
  invoice.attempt_count += 1;
  if (paid) return;
  const pauseDays = retryAfterDays[invoice.attempt_count - 1];
  invoice.next_payment_attempt =
    pauseDays === undefined || !invoice.auto_advance ? null : account.now() + pauseDays * daySeconds;
}

/** Tries to take the money, and tells nobody yet: what it means for the subscription comes first. */
export function charge(account: Account, invoice: Invoice, byHand: boolean): Tried & { paid: boolean } {
  const { store, now } = account;
  const customer = customerOf(account, invoice);
  const card = cardOf(account, subscriptionOf(account, invoice));
  const intent = intentFor(account, invoice);
  const paid = !declines(account, customer, card);
  const tried = {
    intent,
    charge: store.add(newCharge({ intent, customer, card, succeeded: paid }, { now: now() })),
  };
  countTry(account, invoice, { paid, byHand });
  if (paid) succeed(account, invoice, tried);
  else fail(tried);
  return { ...tried, paid };
}

/** An invoice that takes no money: the credit paid it, or there was nothing to pay. */
export function settleWithoutMoney(account: Account, invoice: Invoice) {
  if (invoice.amount_due > 0) return false;
  markPaid(account, invoice, 0);
  return true;
}
