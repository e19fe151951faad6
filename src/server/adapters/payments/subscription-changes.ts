import type Stripe from 'stripe';
import { isMissing } from './payment-fault.ts';
import type { Payments } from './payments.ts';

/** Paid at once, or not changed at all: a card that is declined leaves the old plan as it was. */
export async function changePrice(stripe: Stripe, change: Parameters<Payments['changePrice']>[0]) {
  const { subscriptionId, itemId, priceId, key } = change;
  await stripe.subscriptions.update(
    subscriptionId,
    {
      items: [{ id: itemId, price: priceId }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      cancel_at_period_end: false,
    },
    { idempotencyKey: key },
  );
}

export async function setEndWithPeriod(stripe: Stripe, change: Parameters<Payments['setEndWithPeriod']>[0]) {
  const { subscriptionId, ends, key } = change;
  await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: ends }, { idempotencyKey: key });
}

/** One that has ended already is what was asked for. */
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
