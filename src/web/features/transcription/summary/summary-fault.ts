import { RefusedError } from '../../../api/client.ts';
import { retryAfterText } from '../../../forms/retry-after-text.ts';

/** Spec section 8. */
export const summaryFailed = 'Erro ao gerar resumo. Tente novamente.';

/** What the server says about it, where it says more than that. */
export type SummaryFault = {
  said: string | undefined;
  needsPlan?: boolean;
  /** Nothing went wrong: another one is being written, and the line goes when that ends. */
  isPassing?: boolean;
};

export function summaryFault(error: unknown): SummaryFault {
  if (!(error instanceof RefusedError)) return { said: undefined };
  const { code, error: text } = error.body;
  if (code === 'internal') return { said: undefined };
  if (code === 'summary_running') return { said: text, isPassing: true };
  return {
    said: [text, retryAfterText(error)].filter(Boolean).join(' '),
    needsPlan: code === 'plan_required',
  };
}
