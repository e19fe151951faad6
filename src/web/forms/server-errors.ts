import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError, NetworkError } from '../api/client.ts';
import { describeError } from '../api/error-recovery.ts';
import type { FormOutcome } from '../ui/form.tsx';

type ErrorTexts = {
  /** When the answer was none of ours. */
  other: string;
  /** When no answer came, where the place has a text of its own for it. */
  noAnswer?: string;
};

/** How a call that failed is told under its form: as the server says it, with what helps to go on. */
export function failedCallOutcome(error: unknown, { other, noAnswer }: ErrorTexts): FormOutcome {
  const { text, requestId } = describeError(error);
  if (error instanceof ApiError) {
    const more =
      requestId === undefined
        ? (error.body.more ?? retryAfterText(error))
        : `Código para o suporte: ${requestId}`;
    return { kind: 'failed', text, ...(more !== undefined && { more }) };
  }
  if (error instanceof NetworkError) return { kind: 'failed', text: noAnswer ?? text };
  return { kind: 'failed', text: other };
}

type ServerFieldErrorsOptions<Values extends FieldValues> = {
  error: unknown;
  /** In the order of the page: the first one gets the focus. */
  names: readonly FieldPath<Values>[];
  setError: UseFormSetError<Values>;
};

/**
 * The server has the last word; what it refuses is shown beside the field like any other fault. False where it
 * named no field of this form, so that the form says it as a whole.
 */
export function showServerFieldErrors<Values extends FieldValues>({
  error,
  names,
  setError,
}: ServerFieldErrorsOptions<Values>) {
  if (!(error instanceof ApiError)) return false;
  const { fields = {}, error: text } = error.body;
  const refused = names.filter((name) => fields[name] !== undefined);
  refused.forEach((name, index) => {
    setError(name, { message: fields[name] ?? text }, { shouldFocus: index === 0 });
  });
  return refused.length > 0;
}

const minuteS = 60;

/** "In how long", where the refusal says it: a number is easier to wait for than "a while". */
export function retryAfterText({ retryAfterSeconds }: Pick<ApiError, 'retryAfterSeconds'>) {
  if (retryAfterSeconds === undefined) return undefined;
  if (retryAfterSeconds < minuteS) return 'Tente de novo em menos de 1 minuto.';
  const minutes = Math.ceil(retryAfterSeconds / minuteS);
  return `Tente de novo em ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`;
}
