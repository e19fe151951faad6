import type Stripe from 'stripe';
import { z } from 'zod';
import { AppError } from '#server/errors/app-error.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';
import type { EventFacts } from './payments.ts';
import { idOf } from './stripe-client.ts';
import { isBadSignature } from './stripe-errors.ts';

/** Stripe recommends this greatest age, because an attacker may send an intercepted event again. */
const toleranceSeconds = 300;

type ReadOptions = { secret: string; body: Buffer; signature: string; receivedAt: Date };

/** Stripe's ids are short and printable. PostgreSQL rejects NUL bytes, and its indexes reject long keys. */
const IdSchema = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const ReferenceSchema = z.union([IdSchema, z.object({ id: IdSchema })]).nullish();

/** The fields that every event has. `readEvent` checks the others once it knows what the event is about. */
const EventSchema = z.object({
  id: IdSchema,
  type: IdSchema,
  data: z.object({ object: z.looseObject({ object: z.string().optional() }) }),
});
const CustomerSchema = z.object({ id: IdSchema });
const OfCustomerSchema = z.object({ customer: ReferenceSchema });
const DisputeSchema = z.object({ payment_intent: ReferenceSchema });
const FailedRefundSchema = z.object({ payment_intent: ReferenceSchema, amount: z.int().min(0) });

/** An event with a valid signature that does not match Stripe's documentation. */
export class MalformedEventError extends SafeMessageError {
  constructor(where: string, options?: ErrorOptions) {
    super(`a signed event has an unexpected format: ${where}`, options);
  }
}

const malformedEvent = (where: string, options?: ErrorOptions) =>
  new AppError('webhook_refused', {
    text: 'O aviso não tem a forma esperada.',
    cause: new MalformedEventError(where, options),
  });

/** The error names the invalid fields without their values, which contain personal and card data. */
function parsed<Output>(schema: z.ZodType<Output>, value: unknown, prefix = ''): Output {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const fields = error.issues.map(({ path }) => [prefix, ...path].filter((part) => part !== '').join('.'));
  throw malformedEvent(fields.map((field) => field || 'the whole event').join(', '));
}

/** The SDK refuses old signatures, but not those from the future. Like the SDK, this reads the last `t`. */
function refuseFuture({ signature, receivedAt }: ReadOptions) {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  const signedAt = Number.parseInt(times.at(-1)?.slice(2) ?? '', 10);
  if (!(signedAt - receivedAt.getTime() / 1_000 <= toleranceSeconds)) throw new AppError('webhook_refused');
}

function verified(stripe: Stripe, { secret, body, signature, receivedAt }: ReadOptions): unknown {
  try {
    return stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      receivedAt.getTime(),
    );
  } catch (error) {
    if (isBadSignature(error)) throw new AppError('webhook_refused', { cause: error });
    throw malformedEvent('invalid JSON', { cause: error });
  }
}

function failedRefundOf(type: string, object: unknown) {
  if (type !== 'refund.failed') return undefined;
  const { payment_intent, amount } = parsed(FailedRefundSchema, object, 'data.object');
  const paymentIntentId = idOf(payment_intent);
  return paymentIntentId === undefined ? undefined : { paymentIntentId, amountCents: amount };
}

/** The customer behind a payment. Undefined if the payment is not of a customer of ours. */
export async function customerOfPayment(stripe: Stripe, paymentIntent: string): Promise<string | undefined> {
  const { data } = await stripe.charges.list({ payment_intent: paymentIntent, limit: 1 });
  return idOf(data[0]?.customer);
}

type ReadEvent = EventFacts & { paymentIntentId: string | undefined };

export function readEvent(stripe: Stripe, options: ReadOptions): ReadEvent {
  const signed = verified(stripe, options);
  refuseFuture(options);
  const { id, type, data } = parsed(EventSchema, signed);
  const { object } = data;
  const customerId =
    object.object === 'customer'
      ? parsed(CustomerSchema, object, 'data.object').id
      : idOf(parsed(OfCustomerSchema, object, 'data.object').customer);
  // A dispute names only its payment.
  const disputed = object.object === 'dispute' ? parsed(DisputeSchema, object, 'data.object') : undefined;
  const paymentIntentId = idOf(disputed?.payment_intent);
  return { id, type, customerId, paymentIntentId, failedRefund: failedRefundOf(type, object) };
}
