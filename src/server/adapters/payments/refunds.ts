import type Stripe from 'stripe';
import { idOf, maxListItems, pageSize } from './stripe-client.ts';

type RefundableCharge = Pick<Stripe.Charge, 'id' | 'amount' | 'disputed' | 'amount_refunded' | 'refunds'>;

/** Asks Stripe to include the refunds in a list of charges. Stripe omits them by default. */
export const withRefunds = ['data.refunds'];

export type RefundedAmounts = Readonly<{
  /** The product or a person at Stripe refunded it, or a lost dispute took it. */
  givenCents: number;
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
  const givenCents = (valid === undefined ? refunded : sumOf(valid)) + lostCents;
  const failedCents = sumOf(refunds?.filter(({ status }) => status === 'failed') ?? []);
  return { givenCents, returnedCents: Math.min(failedCents, Math.max(0, amount - givenCents)) };
}

export const paymentIntentOf = ({ payments }: Stripe.Invoice) =>
  idOf(payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent);

/**
 * Returns the newest payment of a running subscription, if all of it was refunded or lost in a dispute: its owner then
 * uses the plan without paying.
 */
export async function refundedPaymentIntent(
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
  const intent = newest === undefined ? undefined : paymentIntentOf(newest);
  if (newest === undefined || intent === undefined) return undefined;
  const { data: charges } = await stripe.charges.list({
    payment_intent: intent,
    limit: pageSize,
    expand: withRefunds,
  });
  let givenCents = 0;
  for (const charge of charges) givenCents += (await refundedAmounts(stripe, charge)).givenCents;
  return givenCents >= newest.amount_paid ? intent : undefined;
}
