import type Stripe from 'stripe';
import { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import { SafeMessageError } from '../../errors/safe-message-error.ts';
import type { EventFacts } from './payments.ts';
import { idOf } from './stripe-client.ts';
import { isBadSignature } from './stripe-errors.ts';

/** As Stripe advises: an event that was overheard cannot be sent again later. */
const toleranceSeconds = 300;

type ReadOptions = { secret: string; body: Buffer; signature: string };

/** Printable and short, as Stripe's are: PostgreSQL refuses a NUL, and an index refuses a very long key. */
const IdSchema = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const ReferenceSchema = z.union([IdSchema, z.object({ id: IdSchema })]).nullish();

/** The little that we read of an event. Fields that only some kinds have are checked with the kind. */
const EventSchema = z.object({
  id: IdSchema,
  type: IdSchema,
  data: z.object({ object: z.looseObject({ object: z.string().optional() }) }),
});
const CustomerSchema = z.object({ id: IdSchema });
const OfCustomerSchema = z.object({ customer: ReferenceSchema });
const FailedRefundSchema = z.object({ payment_intent: ReferenceSchema, amount: z.int().min(0) });

/** Signed by Stripe, and not of the shape that its documentation gives. */
export class MalformedEventError extends SafeMessageError {
  constructor(where: string) {
    super(`a signed event is not of the known shape: ${where}`);
    this.name = 'MalformedEventError';
  }
}

const malformedEvent = (where: string) =>
  new AppError('webhook_refused', {
    text: 'O aviso não tem a forma esperada.',
    cause: new MalformedEventError(where),
  });

/** Names the fields that are wrong, and none of their values: an event tells of people and their cards. */
function parsed<Output>(schema: z.ZodType<Output>, value: unknown, place = ''): Output {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const fields = error.issues.map(({ path }) => [place, ...path].filter((part) => part !== '').join('.'));
  throw malformedEvent(fields.map((field) => field || 'the event itself').join(', '));
}

/** The SDK looks only for signatures that are too old. The last `t` counts, as it does for the SDK. */
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
    throw malformedEvent('it cannot be parsed');
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
