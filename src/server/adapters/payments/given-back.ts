import type Stripe from 'stripe';
import { idOf, pageSize } from './wire-values.ts';

type Returnable = Pick<Stripe.Charge, 'id' | 'disputed' | 'amount_refunded'>;

/** Refunded, by whomever, or taken back by the bank in a dispute that was lost. */
export async function givenBackCents(
  stripe: Stripe,
  { id, disputed, amount_refunded: refunded }: Returnable,
) {
  if (!disputed) return refunded;
  const { data } = await stripe.disputes.list({ charge: id, limit: pageSize });
  return data.filter(({ status }) => status === 'lost').reduce((sum, { amount }) => sum + amount, refunded);
}

export const intentOf = ({ payments }: Stripe.Invoice) =>
  idOf(payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent);

/**
 * The newest payment of a subscription, where all of it went back without our doing. What runs on then is a plan that
 * nobody paid.
 */
export async function givenBackPayment(
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
  const intent = newest === undefined ? undefined : intentOf(newest);
  if (newest === undefined || intent === undefined) return undefined;
  const { data: charges } = await stripe.charges.list({ payment_intent: intent, limit: pageSize });
  let givenBack = 0;
  for (const charge of charges) givenBack += await givenBackCents(stripe, charge);
  return givenBack >= newest.amount_paid ? intent : undefined;
}
