import { type Recovery, recoveries } from '#domain/error-codes.ts';
import { ApiError } from './client.ts';
import { type ErrorMessage, errorMessage } from './error-message.ts';

export type DescribedError = ErrorMessage & { recovery: Recovery };

export const describeError = (error: unknown): DescribedError => ({
  ...errorMessage(error),
  recovery: error instanceof ApiError ? recoveries[error.body.code] : 'retry',
});
