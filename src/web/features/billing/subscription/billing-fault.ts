import { RefusedError, UnexpectedAnswerError } from '../../../api/client.ts';
import { retryAfterText } from '../../../forms/retry-after-text.ts';

/** A refusal says why, in words for the screen; anything else is told as what did not work. */
export function billingFault(error: unknown, other: string): string {
  if (!(error instanceof RefusedError) || error.body.code === 'internal') return other;
  return [error.body.error, retryAfterText(error)].filter(Boolean).join(' ');
}

/** The server did what was asked, and its answer leads nowhere. */
export function checkoutFault(error: unknown): string {
  if (error instanceof UnexpectedAnswerError && error.status === 200) return 'URL de checkout não retornada.';
  return billingFault(error, 'Erro ao redirecionar para o pagamento.');
}
