import type Stripe from 'stripe';
import { planOfPrice } from './catalogue.ts';
import { subscriptionIdOf } from './customer-facts.ts';
import type { PaymentFacts, Payments } from './payments.ts';
import { paymentIntentOf, type RefundedAmounts, refundedAmounts, withRefunds } from './refunds.ts';
import { fromUnixSeconds, idOf, maxListItems, pageSize } from './stripe-client.ts';
import { isRefundedAlready, refundFailed } from './stripe-errors.ts';

/** The unused time of older payments, credited in this invoice's lines. */
const unusedOf = ({ lines }: Stripe.Invoice) =>
  lines.data.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0);

/** The older money in an invoice: the previous credit (a negative balance) plus unused time. */
const olderOf = (invoice: Stripe.Invoice) => Math.max(0, -invoice.starting_balance) + unusedOf(invoice);

/** The last positive line is the purchase. Lines before it may credit a plan change. */
const boughtLine = ({ lines }: Stripe.Invoice) =>
  lines.data.findLast(({ amount }) => amount > 0) ?? lines.data.at(-1);

const nothingBack: RefundedAmounts = { givenCents: 0, returnedCents: 0 };

/** Reads Stripe's invoices and charges, so that none of our tables can claim a payment that never happened. */
export async function listPayments(stripe: Stripe, customer: string): Promise<PaymentFacts[]> {
  const [invoices, charges, prices] = [
    await stripe.invoices
      .list({ customer, status: 'paid', limit: pageSize, expand: ['data.payments'] })
      .autoPagingToArray({ limit: maxListItems }),
    await stripe.charges
      .list({ customer, limit: pageSize, expand: withRefunds })
      .autoPagingToArray({ limit: maxListItems }),
    await stripe.prices.list({ limit: pageSize }).autoPagingToArray({ limit: maxListItems }),
  ];
  const planOf = new Map(prices.map((price) => [price.id, planOfPrice(price)]));
  const givenBack = new Map<string, RefundedAmounts>();
  for (const charge of charges) {
    const intent = idOf(charge.payment_intent);
    if (intent === undefined) continue;
    const before = givenBack.get(intent) ?? nothingBack;
    const { givenCents, returnedCents } = await refundedAmounts(stripe, charge);
    givenBack.set(intent, {
      givenCents: before.givenCents + givenCents,
      returnedCents: before.returnedCents + returnedCents,
    });
  }
  return invoices.flatMap((invoice) => {
    const paymentIntentId = paymentIntentOf(invoice);
    if (paymentIntentId === undefined || invoice.amount_paid === 0) return [];
    const line = boughtLine(invoice);
    const priceId = idOf(line?.pricing?.price_details?.price);
    const { givenCents, returnedCents } = givenBack.get(paymentIntentId) ?? nothingBack;
    return [
      {
        paymentIntentId,
        subscriptionId: subscriptionIdOf(invoice),
        planId: priceId === undefined ? undefined : planOf.get(priceId),
        description: line?.description ?? '',
        amountCents: invoice.amount_paid,
        refundedCents: givenCents + returnedCents,
        returnedCents,
        olderCents: olderOf(invoice),
        paidAt: fromUnixSeconds(invoice.status_transitions.paid_at ?? invoice.created),
        invoiceUrl: invoice.hosted_invoice_url ?? undefined,
      },
    ];
  });
}

export async function refundPayment(
  stripe: Stripe,
  { paymentIntentId, key }: { paymentIntentId: string; key: string },
) {
  try {
    const { id, status, failure_reason } = await stripe.refunds.create(
      { payment_intent: paymentIntentId, reason: 'requested_by_customer' },
      { idempotencyKey: key },
    );
    if (status === 'failed' || status === 'canceled') throw refundFailed(failure_reason);
    return id;
  } catch (error) {
    if (isRefundedAlready(error)) return undefined;
    throw error;
  }
}

const settledMark = 'credit_settled_for';

/**
 * Restores the credit as if the refunded payments had never happened. Removes the credit that they left, and
 * restores older credit that they consumed. Runs once per subscription, marked in the same update as the balance.
 */
export async function settleCredit(
  stripe: Stripe,
  { customerId, subscriptionId, paymentIntentIds }: Parameters<Payments['settleCredit']>[0],
) {
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted || customer.metadata[settledMark] === subscriptionId) return;
  const invoices = (
    await stripe.invoices
      .list({
        customer: customerId,
        subscription: subscriptionId,
        status: 'paid',
        limit: pageSize,
        expand: ['data.payments'],
      })
      .autoPagingToArray({ limit: maxListItems })
  ).toReversed();
  const from = invoices.findIndex((invoice) => paymentIntentIds.includes(paymentIntentOf(invoice) ?? ''));
  const [first] = from === -1 ? [] : invoices.slice(from);
  if (first === undefined) return;
  const addedSince = invoices
    .slice(from)
    .reduce((sum, { starting_balance: start, ending_balance: end }) => sum + start - (end ?? start), 0);
  const credit = Math.max(0, unusedOf(first) - customer.balance - addedSince);
  // A debt of the customer remains.
  const balance = customer.balance > 0 && credit === 0 ? customer.balance : -credit;
  await stripe.customers.update(customerId, { balance, metadata: { [settledMark]: subscriptionId } });
}

export async function creditOf(stripe: Stripe, id: string) {
  const customer = await stripe.customers.retrieve(id);
  return customer.deleted ? 0 : Math.max(0, -customer.balance);
}
