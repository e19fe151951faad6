import type Stripe from 'stripe';
import { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import { SafeMessageError } from '../../errors/safe-message-error.ts';
import type { EventFacts } from './payments.ts';
import { idOf } from './stripe-client.ts';
import { isBadSignature } from './stripe-errors.ts';

/** Stripe's recommended limit against replays of intercepted events. */
const toleranceSeconds = 300;

type ReadOptions = { secret: string; body: Buffer; signature: string };

/** Printable and short like Stripe's ids, because PostgreSQL rejects NUL bytes and its indexes reject long keys. */
const IdSchema = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const ReferenceSchema = z.union([IdSchema, z.object({ id: IdSchema })]).nullish();

/** The fields that we read. Fields that only some event types have are checked with the type. */
const EventSchema = z.object({
  id: IdSchema,
  type: IdSchema,
  data: z.object({ object: z.looseObject({ object: z.string().optional() }) }),
});
const CustomerSchema = z.object({ id: IdSchema });
const OfCustomerSchema = z.object({ customer: ReferenceSchema });
const FailedRefundSchema = z.object({ payment_intent: ReferenceSchema, amount: z.int().min(0) });

/** An event with a valid signature that does not match Stripe's documentation. */
export class MalformedEventError extends SafeMessageError {
  constructor(where: string) {
    super(`a signed event has an unexpected format: ${where}`);
  }
}

const malformedEvent = (where: string) =>
  new AppError('webhook_refused', {
    text: 'O aviso não tem a forma esperada.',
    cause: new MalformedEventError(where),
  });

/** Names only the invalid fields, because the values contain personal and card data. */
function parsed<Output>(schema: z.ZodType<Output>, value: unknown, place = ''): Output {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const fields = error.issues.map(({ path }) => [place, ...path].filter((part) => part !== '').join('.'));
  throw malformedEvent(fields.map((field) => field || 'the whole event').join(', '));
}

/** The SDK only refuses signatures that are too old. Like the SDK, this uses the last `t`. */
function refuseFuture(signature: string) {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  const signedAt = Number.parseInt(times.at(-1)?.slice(2) ?? '', 10);
  if (!(signedAt - Date.now() / 1_000 <= toleranceSeconds)) throw new AppError('webhook_refused');
}

function verified(stripe: Stripe, { secret, body, signature }: ReadOptions): unknown {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds);
  } catch (error) {
    if (isBadSignature(error)) throw new AppError('webhook_refused', { cause: error });
    throw malformedEvent('invalid JSON');
  }
}

function failedRefundOf(type: string, about: unknown) {
  if (type !== 'refund.failed') return undefined;
  const { payment_intent, amount } = parsed(FailedRefundSchema, about, 'data.object');
  const paymentIntentId = idOf(payment_intent);
  return paymentIntentId === undefined ? undefined : { paymentIntentId, amountCents: amount };
}

export function readEvent(stripe: Stripe, options: ReadOptions): EventFacts {
  const signed = verified(stripe, options);
  refuseFuture(options.signature);
  const { id, type, data } = parsed(EventSchema, signed);
  const about = data.object;
  const customerId =
    about.object === 'customer'
      ? parsed(CustomerSchema, about, 'data.object').id
      : idOf(parsed(OfCustomerSchema, about, 'data.object').customer);
  return { id, type, customerId, failedRefund: failedRefundOf(type, about) };
}
