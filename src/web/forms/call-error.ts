import { NetworkError, RefusedError } from '../api/client.ts';
import { describeError } from '../api/error-recovery.ts';
import type { FormOutcome } from '../ui/form-status.tsx';
import { retryAfterText } from './retry-after-text.ts';

type FaultTexts = {
  /** When the answer was none of ours. */
  other: string;
  /** When no answer came, where the place has a text of its own for it. */
  noAnswer?: string;
};

/** How a call that failed is told under its form: as the server says it, with what helps to go on. */
export function failedCallOutcome(error: unknown, { other, noAnswer }: FaultTexts): FormOutcome {
  const { text, requestId } = describeError(error);
  if (error instanceof RefusedError) {
    const more =
      requestId === undefined
        ? (error.body.more ?? retryAfterText(error))
        : `Código para o suporte: ${requestId}`;
    return { kind: 'failed', text, ...(more !== undefined && { more }) };
  }
  if (error instanceof NetworkError) return { kind: 'failed', text: noAnswer ?? text };
  return { kind: 'failed', text: other };
}
