import { AppError } from '../../errors/app-error.ts';

type StripeErrorFields = { type?: unknown; code?: unknown; statusCode?: unknown };

/** By its own words, not by class: the SDK is loaded only when it is needed. */
const errorFields = (error: unknown): StripeErrorFields =>
  typeof error === 'object' && error !== null ? error : {};

export const isMissing = (error: unknown) => errorFields(error).code === 'resource_missing';

/** Anything else that reading a webhook throws comes after its signature was found good. */
export const isBadSignature = (error: unknown) =>
  errorFields(error).type === 'StripeSignatureVerificationError';

const hasCode = (error: unknown, ...codes: readonly string[]) =>
  codes.includes(String(errorFields(error).code));

export const isRefundedAlready = (error: unknown) => hasCode(error, 'charge_already_refunded');

/** Stripe took the question and did not do it: the answer is a success only by its status. */
export const refundFailed = (reason: string | undefined) =>
  new AppError('payments_unavailable', {
    cause: Object.assign(new Error(`the refund failed: ${reason ?? 'no reason is given'}`), {
      statusCode: 402,
    }),
  });

/** True where Stripe has certainly not done it, and asking the same again under the same key is pointless. */
export function isRefusal(error: unknown): boolean {
  const { statusCode, type } = errorFields(error instanceof AppError ? error.cause : error);
  if (type === 'StripeIdempotencyError') return false;
  return (
    typeof statusCode === 'number' &&
    statusCode >= 400 &&
    statusCode < 500 &&
    statusCode !== 409 &&
    statusCode !== 429
  );
}

/** What the rules may know of a fault of the vendor's. */
export function toAppError(error: unknown): unknown {
  const { type } = errorFields(error);
  if (error instanceof AppError || typeof type !== 'string' || !type.startsWith('Stripe')) return error;
  if (type === 'StripeCardError') return new AppError('payment_declined', { cause: error });
  return new AppError('payments_unavailable', { cause: error });
}

/** Runs a call to the vendor, so that no error of its SDK leaves this folder. */
export async function withStripeErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toAppError(error);
  }
}
