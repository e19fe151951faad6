import type { Account } from '../account.ts';
import type { Price } from '../objects/catalogue.ts';
import { type Invoice, type InvoiceReason, newInvoice } from '../objects/invoice.ts';
import type { PendingLine, Subscription, SubscriptionItem } from '../objects/subscription.ts';
import { present } from '../present.ts';
import { charge, customerOf, settleWithoutMoney, subscriptionOf } from './collect.ts';
import { endSubscription, setStatus } from './subscription-end.ts';

export const priceOf = ({ store }: Account, { price }: { price: string }) =>
  store.get('price', price) as Price;

const nameOf = ({ store }: Account, price: Price) => store.get('product', price.product)?.name ?? price.id;

export function periodLine(account: Account, item: SubscriptionItem): PendingLine {
  const price = priceOf(account, item);
  return {
    amount: price.unit_amount * item.quantity,
    description: `${item.quantity} × ${nameOf(account, price)}`,
    price: price.id,
    quantity: item.quantity,
    item: item.id,
    period: { start: item.current_period_start, end: item.current_period_end },
    proration: false,
  };
}

type ProrationInput = { item: SubscriptionItem; at: number; sign: 1 | -1 };

/** What is left of the period, as money: back for the old price, due for the new one. */
export function prorationLine(account: Account, { item, at, sign }: ProrationInput): PendingLine {
  const price = priceOf(account, item);
  const { current_period_start: start, current_period_end: end } = item;
  const share = Math.max(0, Math.min(1, (end - at) / (end - start)));
  const what = sign === 1 ? 'Remaining time on' : 'Unused time on';
  return {
    amount: sign * Math.round(price.unit_amount * item.quantity * share),
    description: `${what} ${nameOf(account, price)}`,
    price: price.id,
    quantity: item.quantity,
    item: item.id,
    period: { start: at, end },
    proration: true,
  };
}

type InvoiceInput = {
  subscription: Subscription;
  reason: InvoiceReason;
  lines: PendingLine[];
  period: { start: number; end: number };
};

/** What the customer has to their credit is used, and what is too much is kept for them. */
function drafted(account: Account, { subscription, reason, lines, period }: InvoiceInput) {
  const customer = customerOf(account, subscription);
  const invoice = newInvoice(
    {
      customer,
      subscription,
      reason,
      period,
      lines: lines.map((line) => ({ ...line, of: priceOf(account, line) })),
    },
    { now: account.now() },
  );
  const used = invoice.total < 0 ? invoice.total : Math.min(invoice.total, Math.max(0, -customer.balance));
  invoice.amount_due = Math.max(0, invoice.total - Math.max(0, used));
  invoice.amount_remaining = invoice.amount_due;
  return { customer, invoice, endingBalance: customer.balance + used };
}

/** Finalized at once. */
function makeInvoice(account: Account, input: InvoiceInput): Invoice {
  const { customer, invoice, endingBalance } = drafted(account, input);
  account.store.add(invoice);
  customer.next_invoice_sequence += 1;
  customer.currency = invoice.currency;
  customer.balance = endingBalance;
  invoice.ending_balance = endingBalance;
  input.subscription.latest_invoice = invoice.id;
  return invoice;
}

/** What would be billed now, kept nowhere and owed by nobody: it has no number and no balance after it yet. */
export function previewInvoice(account: Account, input: InvoiceInput) {
  const lines = [...input.subscription.sandbox.pendingLines, ...input.lines];
  const { invoice } = drafted(account, { ...input, lines });
  const id = invoice.id.replace(/^in_/, 'upcoming_in_');
  const none = { number: null, ending_balance: null, effective_at: null, webhooks_delivered_at: null };
  return { ...present({ ...invoice, id }, account), ...none, status: 'draft', hosted_invoice_url: null };
}

/** One try at an open invoice, and what follows from it. */
export function collect(account: Account, invoice: Invoice, { byHand = false } = {}): boolean {
  const subscription = subscriptionOf(account, invoice);
  const paid = settleWithoutMoney(account, invoice) || charge(account, invoice, byHand).paid;
  if (paid) {
    account.emit('invoice.paid', invoice);
    if (subscription.latest_invoice === invoice.id && subscription.status !== 'canceled')
      setStatus(account, subscription, 'active');
    return true;
  }
  account.emit('invoice.payment_failed', invoice);
  if (subscription.status === 'canceled') return false;
  if (invoice.auto_advance && invoice.next_payment_attempt === null)
    endSubscription(account, subscription, 'payment_failed');
  else setStatus(account, subscription, 'past_due');
  return false;
}

export function billNow(account: Account, input: InvoiceInput): { invoice: Invoice; paid: boolean } {
  const { subscription } = input;
  const lines = [...subscription.sandbox.pendingLines, ...input.lines];
  subscription.sandbox.pendingLines = [];
  const invoice = makeInvoice(account, { ...input, lines });
  account.emit('invoice.finalized', invoice);
  return { invoice, paid: collect(account, invoice) };
}
