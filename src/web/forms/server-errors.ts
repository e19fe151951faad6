import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, NetworkError } from '#web/api/client.ts';
import { describeError } from '#web/api/error-recovery.ts';
import type { FormOutcome } from '#web/ui/form.tsx';

type ErrorTexts = {
  /** For responses that did not come from our server. */
  other: string;
  /** For network faults, if the form has its own text for them. */
  noAnswer?: string;
};

/** The outcome of a failed call below its form: the server's text, with a hint on how to continue. */
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

/** The fields of a form that the server may refuse. */
export type RefusableFields<Values extends FieldValues> = {
  /** In the order of the page: the first one gets the focus. */
  names: readonly FieldPath<Values>[];
  /** Error codes that concern one field. The code becomes the type of its error. */
  ofCodes?: Partial<Record<ErrorCode, FieldPath<Values>>>;
  setError: UseFormSetError<Values>;
};

/**
 * Shows the field errors of the server beside their fields, like any other error. Returns false if the server
 * named no field of this form, so that the form shows the error as a whole.
 */
export function showServerFieldErrors<Values extends FieldValues>(
  error: unknown,
  { names, ofCodes = {}, setError }: RefusableFields<Values>,
) {
  if (!(error instanceof ApiError)) return false;
  const { code, fields = {}, error: text } = error.body;
  const refused = names.filter((name) => fields[name] !== undefined || ofCodes[code] === name);
  refused.forEach((name, index) => {
    setError(name, { type: code, message: fields[name] ?? text }, { shouldFocus: index === 0 });
  });
  return refused.length > 0;
}

const minuteS = 60;

/** The waiting time, if the refusal contains one: a number is easier to wait for than "a while". */
export function retryAfterText({ retryAfterSeconds }: Pick<ApiError, 'retryAfterSeconds'>) {
  if (retryAfterSeconds === undefined) return undefined;
  if (retryAfterSeconds < minuteS) return 'Tente de novo em menos de 1 minuto.';
  const minutes = Math.ceil(retryAfterSeconds / minuteS);
  return `Tente de novo em ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`;
}

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
