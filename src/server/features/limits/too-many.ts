import { AppError } from '../../errors/app-error.ts';

/** When to come back, in whole seconds and never at once. */
export function tooMany(remainingMs: number, texts: { text?: string; more?: string } = {}): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1_000));
  return new AppError('too_many_requests', { retryAfterSeconds, ...texts });
}
