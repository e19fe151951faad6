import type Stripe from 'stripe';
import { planOfPrice } from './catalogue.ts';
import { subscriptionIdOf } from './customer-facts.ts';
import type { PaymentFacts, Payments } from './payments.ts';
import { expandRefunds, paidPaymentsOf, type RefundedAmounts, refundedAmounts } from './refunds.ts';
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

const nothingRefunded: RefundedAmounts = { refundedOrLostCents: 0, returnedCents: 0 };

/** Reads Stripe's invoices and charges, so that none of our tables can claim a payment that never happened. */
export async function listPayments(stripe: Stripe, customer: string): Promise<PaymentFacts[]> {
  const [invoices, charges, prices] = [
    await stripe.invoices
      .list({ customer, status: 'paid', limit: pageSize, expand: ['data.payments'] })
      .autoPagingToArray({ limit: maxListItems }),
    await stripe.charges
      .list({ customer, limit: pageSize, expand: expandRefunds })
      .autoPagingToArray({ limit: maxListItems }),
    await stripe.prices.list({ limit: pageSize }).autoPagingToArray({ limit: maxListItems }),
  ];
  const planOf = new Map(prices.map((price) => [price.id, planOfPrice(price)]));
  const refundedOrLost = new Map<string, RefundedAmounts>();
  for (const charge of charges) {
    const intent = idOf(charge.payment_intent);
    if (intent === undefined) continue;
    const before = refundedOrLost.get(intent) ?? nothingRefunded;
    const { refundedOrLostCents, returnedCents } = await refundedAmounts(stripe, charge);
    refundedOrLost.set(intent, {
      refundedOrLostCents: before.refundedOrLostCents + refundedOrLostCents,
      returnedCents: before.returnedCents + returnedCents,
    });
  }
  return invoices.flatMap((invoice) => {
    if (invoice.amount_paid === 0) return [];
    const line = boughtLine(invoice);
    const priceId = idOf(line?.pricing?.price_details?.price);
    const paid = paidPaymentsOf(invoice);
    return paid.map(({ paymentIntentId, amountCents }, index) => {
      const { refundedOrLostCents, returnedCents } = refundedOrLost.get(paymentIntentId) ?? nothingRefunded;
      return {
        paymentIntentId,
        subscriptionId: subscriptionIdOf(invoice),
        planId: priceId === undefined ? undefined : planOf.get(priceId),
        description: line?.description ?? '',
        amountCents,
        refundedCents: refundedOrLostCents + returnedCents,
        returnedCents,
        olderCents: index === paid.length - 1 ? olderOf(invoice) : 0,
        paidAt: fromUnixSeconds(invoice.status_transitions.paid_at ?? invoice.created),
        invoiceUrl: invoice.hosted_invoice_url ?? undefined,
      };
    });
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
  const from = invoices.findIndex((invoice) =>
    paidPaymentsOf(invoice).some(({ paymentIntentId }) => paymentIntentIds.includes(paymentIntentId)),
  );
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
