import { ApiError, NetworkError } from '../api/client.ts';
import type { FormOutcome } from '../ui/form.tsx';
import { retryAfterText } from './server-errors.ts';

const noConnection =
  'Sem conexão com o servidor. O que você escreveu continua aqui: verifique sua internet e envie de novo.';

/**
 * Why a message was not sent. The specification has one text for it. After a network fault, a second line says so
 * and that no input is lost. After a rate limit, the server's text says why and for how long.
 */
export function failedMessageOutcome(error: unknown, { notSent }: { notSent: string }): FormOutcome {
  if (error instanceof NetworkError) return { kind: 'failed', text: notSent, more: noConnection };
  if (!(error instanceof ApiError) || error.body.code !== 'too_many_requests')
    return { kind: 'failed', text: notSent };
  const more = retryAfterText(error);
  return { kind: 'failed', text: error.body.error, ...(more !== undefined && { more }) };
}
