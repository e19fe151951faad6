import { stripeApiVersion } from '../client.ts';
import { newId } from '../ids.ts';
import type { NewOptions } from './object.ts';

export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.updated'
  | 'customer.deleted'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.finalized'
  | 'invoice.paid'
  | 'invoice.payment_failed'
  | 'invoice.voided'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.failed';

type EventInput = { type: EventType; object: Record<string, unknown>; previous?: Record<string, unknown> };

export type StripeEvent = ReturnType<typeof newEvent>;
export function newEvent({ type, object, previous }: EventInput, { now }: NewOptions) {
  return {
    id: newId('evt'),
    object: 'event' as const,
    api_version: stripeApiVersion,
    created: now,
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}
