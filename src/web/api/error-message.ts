import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, NetworkError, UnexpectedResponseError } from './client.ts';

/** Only for faults of the server: the request id helps support to find the cause. */
const reportedCodes: ReadonlySet<ErrorCode> = new Set(['internal']);

export type ErrorMessage = { text: string; requestId?: string };

const networkErrorText = 'Erro de conexão. Verifique sua internet e tente novamente.';
const unknownErrorText = 'Algo deu errado do nosso lado. Tente novamente em alguns instantes.';

/** Separate from error-recovery.ts: pages that only show the error do not need its table of all codes. */
export function errorMessage(error: unknown): ErrorMessage {
  if (error instanceof ApiError) {
    const { code, error: text, requestId } = error.body;
    return { text, ...(reportedCodes.has(code) ? { requestId } : {}) };
  }
  if (error instanceof NetworkError) return { text: networkErrorText };
  if (error instanceof UnexpectedResponseError && error.requestId !== undefined) {
    return { text: unknownErrorText, requestId: error.requestId };
  }
  return { text: unknownErrorText };
}
