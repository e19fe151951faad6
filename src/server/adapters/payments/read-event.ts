import type Stripe from 'stripe';
import { AppError } from '../../app-error.ts';
import type { EventFacts } from './payments.ts';
import { idOf } from './wire-values.ts';

/** As Stripe advises: an event that was overheard cannot be sent again later. */
const toleranceSeconds = 300;

type AboutCustomer = { object?: string; id?: string; customer?: string | { id: string } | null };
type ReadOptions = { secret: string; body: Buffer; signature: string };

function failedRefundOf(event: Stripe.Event) {
  if (event.type !== 'refund.failed') return undefined;
  const { payment_intent, amount } = event.data.object;
  const paymentIntentId = idOf(payment_intent);
  return paymentIntentId === undefined ? undefined : { paymentIntentId, amountCents: amount };
}

export function readEvent(stripe: Stripe, { secret, body, signature }: ReadOptions): EventFacts {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds);
  } catch (error) {
    throw new AppError('webhook_refused', { cause: error });
  }
  const about = event.data.object as AboutCustomer;
  const customerId = about.object === 'customer' ? about.id : idOf(about.customer);
  return { id: event.id, type: event.type, customerId, failedRefund: failedRefundOf(event) };
}
