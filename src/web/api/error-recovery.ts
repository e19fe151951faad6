import { type Recovery, recoveries } from '#domain/error-codes.ts';
import { ApiError, type ErrorMessage, errorMessage } from './client.ts';

export type DescribedError = ErrorMessage & { recovery: Recovery };

export const describeError = (error: unknown): DescribedError => ({
  ...errorMessage(error),
  recovery: error instanceof ApiError ? recoveries[error.body.code] : 'retry',
});
