import { ApiError, NetworkError } from '../api/client.ts';
import type { FormOutcome } from '../ui/form.tsx';
import { retryAfterText } from './server-errors.ts';

const noConnection =
  'Sem conexão com o servidor. O que você escreveu continua aqui: verifique sua internet e envie de novo.';

/**
 * Why a message was not sent. The specification has one text for it; where no answer came, a second line says so and
 * that nothing is lost. Where it was sent too often, trying again at once would not help, and the server knows why and
 * for how long.
 */
export function failedMessageOutcome(error: unknown, { notSent }: { notSent: string }): FormOutcome {
  if (error instanceof NetworkError) return { kind: 'failed', text: notSent, more: noConnection };
  if (!(error instanceof ApiError) || error.body.code !== 'too_many_requests')
    return { kind: 'failed', text: notSent };
  const more = retryAfterText(error);
  return { kind: 'failed', text: error.body.error, ...(more !== undefined && { more }) };
}
