import { AppError } from '../../errors/app-error.ts';

type StripeErrorFields = { type?: unknown; code?: unknown; statusCode?: unknown };

/** Reads fields instead of using instanceof, because the SDK is loaded lazily. */
const errorFields = (error: unknown): StripeErrorFields =>
  typeof error === 'object' && error !== null ? error : {};

export const isMissing = (error: unknown) => errorFields(error).code === 'resource_missing';

/** Any other error while reading a webhook means that its signature was valid. */
export const isBadSignature = (error: unknown) =>
  errorFields(error).type === 'StripeSignatureVerificationError';

const hasCode = (error: unknown, ...codes: readonly string[]) =>
  codes.includes(String(errorFields(error).code));

export const isRefundedAlready = (error: unknown) => hasCode(error, 'charge_already_refunded');

/** Stripe accepted the request but the refund failed, which only the status of its success answer shows. */
export const refundFailed = (reason: string | undefined) =>
  new AppError('payments_unavailable', {
    cause: Object.assign(new Error(`the refund failed: ${reason ?? 'no reason given'}`), {
      statusCode: 402,
    }),
  });

/** True if Stripe certainly did not execute the request, so that a retry with the same key is pointless. */
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

/** Runs a Stripe call. No SDK error leaves this folder. */
export async function withStripeErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toAppError(error);
  }
}
