import { AppError } from '#server/errors/app-error.ts';

type StripeErrorFields = { type?: unknown; code?: unknown; statusCode?: unknown };

/** Reads fields instead of using instanceof, because the SDK is loaded lazily. */
const errorFields = (error: unknown): StripeErrorFields =>
  typeof error === 'object' && error !== null ? error : {};

export const isMissing = (error: unknown) => errorFields(error).code === 'resource_missing';

/** The SDK checks the signature before it reads the body: any other error means that the signature was valid. */
export const isBadSignature = (error: unknown) =>
  errorFields(error).type === 'StripeSignatureVerificationError';

export const isRefundedAlready = (error: unknown) => errorFields(error).code === 'charge_already_refunded';

/** Stripe answers 200 even if the refund failed. Only the `status` in that answer shows the failure. */
export const refundFailed = (reason: string | undefined) =>
  new AppError('payments_unavailable', {
    cause: Object.assign(new Error(`the refund failed: ${reason ?? 'no reason given'}`), {
      statusCode: 402,
    }),
  });

/** True if Stripe certainly did not execute the request. A retry with the same key would get the same answer. */
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

/** Maps an SDK error to an AppError, so that the billing rules do not depend on Stripe. */
function toAppError(error: unknown): unknown {
  const { type } = errorFields(error);
  if (error instanceof AppError || typeof type !== 'string' || !type.startsWith('Stripe')) return error;
  if (type === 'StripeCardError') return new AppError('payment_declined', { cause: error });
  return new AppError('payments_unavailable', { cause: error });
}

/** Wrap every Stripe call in this, so that no SDK error leaves this folder. */
export async function withStripeErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toAppError(error);
  }
}
