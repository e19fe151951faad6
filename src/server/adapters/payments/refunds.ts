import type Stripe from 'stripe';
import { idOf, maxListItems, pageSize } from './stripe-client.ts';

type RefundableCharge = Pick<Stripe.Charge, 'id' | 'amount' | 'disputed' | 'amount_refunded' | 'refunds'>;

/** Asks Stripe to include the refunds in a list of charges. Stripe omits them by default. */
export const expandRefunds = ['data.refunds'];

export type RefundedAmounts = Readonly<{
  /** The product or a person at Stripe refunded it, or a lost dispute took it. Never more than the charge. */
  refundedOrLostCents: number;
  /** A refund that the card's bank returned to us: the card's owner has not received it. */
  returnedCents: number;
}>;

const sumOf = (items: readonly { amount: number }[]) => items.reduce((sum, { amount }) => sum + amount, 0);

async function refundsOf(
  stripe: Stripe,
  { id, refunds }: RefundableCharge,
): Promise<Stripe.Refund[] | undefined> {
  if (!refunds?.has_more) return refunds?.data;
  return stripe.refunds.list({ charge: id, limit: pageSize }).autoPagingToArray({ limit: maxListItems });
}

/** Adds up the single refunds, because Stripe does not say whether a charge's total includes failed refunds. */
export async function refundedAmounts(stripe: Stripe, charge: RefundableCharge): Promise<RefundedAmounts> {
  const { id, amount, disputed, amount_refunded: refunded } = charge;
  const refunds = await refundsOf(stripe, charge);
  const valid = refunds?.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const disputes = disputed ? (await stripe.disputes.list({ charge: id, limit: pageSize })).data : [];
  const lostCents = sumOf(disputes.filter(({ status }) => status === 'lost'));
  // A lost dispute may take money that a refund already returned.
  const refundedOrLostCents = Math.min(amount, (valid === undefined ? refunded : sumOf(valid)) + lostCents);
  const failedCents = sumOf(refunds?.filter(({ status }) => status === 'failed') ?? []);
  return { refundedOrLostCents, returnedCents: Math.min(failedCents, amount - refundedOrLostCents) };
}

/** Stripe may divide an invoice into several payments. */
export const paidPaymentsOf = ({ payments, amount_paid: invoiceCents }: Stripe.Invoice) =>
  (payments?.data ?? []).flatMap(({ status, payment, amount_paid: cents }) => {
    const paymentIntentId = idOf(payment.payment_intent);
    return status === 'paid' && paymentIntentId !== undefined
      ? [{ paymentIntentId, amountCents: cents ?? invoiceCents }]
      : [];
  });

async function refundedOrLostCentsOf(stripe: Stripe, paymentIntent: string): Promise<number> {
  const { data: charges } = await stripe.charges.list({
    payment_intent: paymentIntent,
    limit: pageSize,
    expand: expandRefunds,
  });
  let cents = 0;
  for (const charge of charges) cents += (await refundedAmounts(stripe, charge)).refundedOrLostCents;
  return cents;
}

/**
 * Returns a payment intent of the newest paid invoice of a running subscription, if the whole amount was refunded or
 * lost in disputes: the owner then uses the plan without paying.
 */
export async function refundedOrLostPaymentIntent(
  stripe: Stripe,
  { subscription, customer }: { subscription: string; customer: string },
): Promise<string | undefined> {
  const { data: invoices } = await stripe.invoices.list({
    customer,
    subscription,
    status: 'paid',
    limit: pageSize,
    expand: ['data.payments'],
  });
  const newest = invoices.find(({ amount_paid: paid }) => paid > 0);
  if (newest === undefined) return undefined;
  const paid = paidPaymentsOf(newest);
  let cents = 0;
  for (const { paymentIntentId } of paid) cents += await refundedOrLostCentsOf(stripe, paymentIntentId);
  return cents >= newest.amount_paid ? paid[0]?.paymentIntentId : undefined;
}
