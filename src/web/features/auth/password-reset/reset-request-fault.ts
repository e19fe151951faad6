import type { ErrorCode } from '#contract/errors.ts';
import { RefusedError } from '../../../api/client.ts';
import { failedCallOutcome } from '../../../forms/call-error.ts';
import type { FormOutcome } from '../../../ui/form-status.tsx';

const refused = 'Erro ao enviar link de recuperação.';
const notSent = 'Erro ao enviar email.';

/** Refusals that say what to do; any other one is told as a link that could not be sent. */
const toldAsTheyAre: ReadonlySet<ErrorCode> = new Set([
  'account_not_found',
  'invalid_input',
  'too_many_requests',
]);

export function resetRequestFault(error: unknown): FormOutcome {
  if (error instanceof RefusedError && !toldAsTheyAre.has(error.body.code))
    return { kind: 'failed', text: refused };
  return failedCallOutcome(error, { other: notSent, noAnswer: notSent });
}
