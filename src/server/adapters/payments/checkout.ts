import type Stripe from 'stripe';
import type { CheckoutFacts, Payments } from './payments.ts';
import { maxOfKind, pageSize } from './wire-values.ts';

type NewCheckout = Parameters<Payments['createCheckout']>[0];

export async function openCheckouts(stripe: Stripe, customer: string): Promise<CheckoutFacts[]> {
  const sessions = await stripe.checkout.sessions
    .list({ customer, status: 'open', limit: pageSize })
    .autoPagingToArray({ limit: maxOfKind });
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
