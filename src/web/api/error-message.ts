import type { ErrorCode } from '#contract/errors.ts';
import { NetworkError, RefusedError, UnexpectedAnswerError } from './client.ts';

/** Only where the fault is ours: the code then helps support to find it. */
const reportedCodes: ReadonlySet<ErrorCode> = new Set(['internal']);

export type ErrorMessage = { text: string; requestId?: string };

const noConnection = 'Erro de conexão. Verifique sua internet e tente novamente.';
const unknownFault = 'Algo deu errado do nosso lado. Tente novamente em alguns instantes.';

/** Apart from the ways out, whose table of all codes is of no use to pages that only show what went wrong. */
export function errorMessage(error: unknown): ErrorMessage {
  if (error instanceof RefusedError) {
    const { code, error: text, requestId } = error.body;
    return { text, ...(reportedCodes.has(code) ? { requestId } : {}) };
  }
  if (error instanceof NetworkError) return { text: noConnection };
  if (error instanceof UnexpectedAnswerError && error.requestId !== undefined) {
    return { text: unknownFault, requestId: error.requestId };
  }
  return { text: unknownFault };
}
