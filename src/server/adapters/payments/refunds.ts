import type Stripe from 'stripe';
import { idOf, maxListItems, pageSize } from './stripe-client.ts';

type Returnable = Pick<Stripe.Charge, 'id' | 'amount' | 'disputed' | 'amount_refunded' | 'refunds'>;

/** Expands the refunds in a list of charges, which Stripe omits by default. */
export const withRefunds = ['data.refunds'];

export type RefundedAmounts = Readonly<{
  /** Refunded by us, refunded manually at Stripe, or lost in a dispute. */
  givenCents: number;
  /** Refunded, but returned to us by the bank: the card's owner has not received it. */
  returnedCents: number;
}>;

const sumOf = (items: readonly { amount: number }[]) => items.reduce((sum, { amount }) => sum + amount, 0);

async function refundsOf(stripe: Stripe, { id, refunds }: Returnable): Promise<Stripe.Refund[] | undefined> {
  if (!refunds?.has_more) return refunds?.data;
  return stripe.refunds.list({ charge: id, limit: pageSize }).autoPagingToArray({ limit: maxListItems });
}

/** Sums the refunds one by one, because Stripe does not specify if a charge's total includes failed refunds. */
export async function refundedAmounts(stripe: Stripe, charge: Returnable): Promise<RefundedAmounts> {
  const { id, amount, disputed, amount_refunded: refunded } = charge;
  const refunds = await refundsOf(stripe, charge);
  const gone = refunds?.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const disputes = disputed ? (await stripe.disputes.list({ charge: id, limit: pageSize })).data : [];
  const lostCents = sumOf(disputes.filter(({ status }) => status === 'lost'));
  const givenCents = (gone === undefined ? refunded : sumOf(gone)) + lostCents;
  const failedCents = sumOf(refunds?.filter(({ status }) => status === 'failed') ?? []);
  return { givenCents, returnedCents: Math.min(failedCents, Math.max(0, amount - givenCents)) };
}

export const paymentIntentOf = ({ payments }: Stripe.Invoice) =>
  idOf(payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent);

/** The newest payment of a subscription, if it was refunded in full without our doing: the plan then runs unpaid. */
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
  let givenBack = 0;
  for (const charge of charges) givenBack += (await refundedAmounts(stripe, charge)).givenCents;
  return givenBack >= newest.amount_paid ? intent : undefined;
}
