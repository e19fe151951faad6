import type Stripe from 'stripe';
import type { CheckoutFacts, Payments, SettledFacts } from './payments.ts';
import { fromUnixSeconds, idOf, maxListItems, pageSize } from './stripe-client.ts';
import { isMissing } from './stripe-errors.ts';

type NewCheckout = Parameters<Payments['createCheckout']>[0];

export async function openCheckouts(stripe: Stripe, customer: string): Promise<CheckoutFacts[]> {
  const sessions = await stripe.checkout.sessions
    .list({ customer, status: 'open', limit: pageSize })
    .autoPagingToArray({ limit: maxListItems });
  return sessions.map(({ id, url, metadata }) => ({
    id,
    priceId: metadata?.price_id,
    url: url ?? undefined,
  }));
}

export async function createCheckout(stripe: Stripe, checkout: NewCheckout) {
  const { customerId, userId, priceId, successUrl, cancelUrl, key } = checkout;
  const { id, url } = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: customerId,
      client_reference_id: userId,
      line_items: [{ price: priceId, quantity: 1 }],
      allowed_payment_method_types: ['card'],
      locale: 'pt-BR',
      metadata: { price_id: priceId, user_id: userId },
      subscription_data: { metadata: { user_id: userId } },
      success_url: successUrl,
      cancel_url: cancelUrl,
    },
    { idempotencyKey: key },
  );
  return { id, url: url ?? undefined };
}

type Settled = Pick<Stripe.Invoice, 'amount_due' | 'total' | 'starting_balance'>;

/** A negative Stripe balance is credit for the customer. */
const settledBy = ({ amount_due, total, starting_balance }: Settled): SettledFacts => ({
  dueCents: amount_due,
  creditCents: Math.max(0, -(starting_balance + total)),
});

const invoiceNow = 'always_invoice';

export async function previewPrice(stripe: Stripe, change: Parameters<Payments['previewPrice']>[0]) {
  const { subscriptionId, priceId } = change;
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  const preview = await stripe.invoices.createPreview({
    subscription: subscriptionId,
    subscription_details: {
      items: items.data.slice(0, 1).map(({ id }) => ({ id, price: priceId })),
      proration_behavior: invoiceNow,
      cancel_at_period_end: false,
    },
  });
  const bought = preview.lines.data.findLast(
    ({ pricing }) => idOf(pricing?.price_details?.price) === priceId,
  );
  return {
    ...settledBy(preview),
    renewsAt: bought === undefined ? undefined : fromUnixSeconds(bought.period.end),
  };
}

/** Stripe has two separate fields for a scheduled end, and accepts only one of them per call. */
const withoutEnd = (hasFixedEnd: boolean) =>
  hasFixedEnd ? ({ cancel_at: '' } as const) : { cancel_at_period_end: false };

/** Charges at once or changes nothing: a declined card keeps the old plan. */
export async function changePrice(stripe: Stripe, change: Parameters<Payments['changePrice']>[0]) {
  const { subscriptionId, itemId, priceId, hasFixedEnd, key } = change;
  const { latest_invoice: invoice } = await stripe.subscriptions.update(
    subscriptionId,
    {
      items: [{ id: itemId, price: priceId }],
      proration_behavior: invoiceNow,
      payment_behavior: 'error_if_incomplete',
      ...withoutEnd(hasFixedEnd),
      expand: ['latest_invoice'],
    },
    { idempotencyKey: key },
  );
  if (invoice === null || typeof invoice === 'string') return { dueCents: 0, creditCents: 0 };
  return settledBy(invoice);
}

export async function setEndWithPeriod(stripe: Stripe, change: Parameters<Payments['setEndWithPeriod']>[0]) {
  const { subscriptionId, key } = change;
  await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }, { idempotencyKey: key });
}

export async function keepRunning(stripe: Stripe, change: Parameters<Payments['keepRunning']>[0]) {
  const { subscriptionId, hasFixedEnd, key } = change;
  await stripe.subscriptions.update(subscriptionId, withoutEnd(hasFixedEnd), { idempotencyKey: key });
}

/** Succeeds if the subscription has already ended. */
export async function endNow(stripe: Stripe, { subscriptionId, key }: Parameters<Payments['endNow']>[0]) {
  try {
    await stripe.subscriptions.cancel(
      subscriptionId,
      { prorate: false, invoice_now: false },
      { idempotencyKey: key },
    );
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
