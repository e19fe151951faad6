import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FormOutcome } from '#web/ui/form.tsx';
import { type RefusableFields, showServerFieldErrors } from './server-errors.ts';

export type SubmitOptions<Typed, Values extends FieldValues> = {
  /** Returns the outcome to show. Undefined shows none, for forms that close or continue. */
  send: (typed: Typed) => Promise<FormOutcome | undefined>;
  /** The fields that show their own errors. */
  fields?: RefusableFields<Values>;
  /** The outcome after any other error. Undefined if the form shows the error elsewhere. */
  describeError: (error: unknown, typed: Typed) => FormOutcome | undefined;
  /** Runs with the outcome already shown. */
  onSent?: (typed: Typed) => void;
  /** The form stays sent after a successful outcome. */
  once?: boolean;
};

type Screen = {
  showOutcome: (outcome: FormOutcome | undefined) => void;
  showSending: (isSending: boolean) => void;
};

/** The state of one form, apart from React. */
export function createSubmission({ showOutcome, showSending }: Screen) {
  // Guards against a double Enter; React state would update one render too late.
  let isSending = false;
  let isClosed = false;

  async function submit<Typed, Values extends FieldValues>(
    typed: Typed,
    { send, fields, describeError, onSent, once = false }: SubmitOptions<Typed, Values>,
  ) {
    if (isSending || isClosed) return;
    isSending = true;
    showSending(true);
    showOutcome(undefined);
    try {
      const outcome = await send(typed);
      isClosed = once && outcome?.kind === 'done';
      showOutcome(outcome);
      onSent?.(typed);
    } catch (error) {
      if (fields === undefined || !showServerFieldErrors(error, fields))
        showOutcome(describeError(error, typed));
    } finally {
      isSending = false;
      showSending(false);
    }
  }

  return { submit, clearOutcome: () => isClosed || showOutcome(undefined) };
}

/**
 * Submits a form once at a time and holds its outcome. Call `clearOutcome` on input: the outcome of the last
 * attempt does not apply to edited input.
 */
export function useSubmit<Typed = void, Values extends FieldValues = FieldValues>(
  options: SubmitOptions<Typed, Values>,
) {
  const [outcome, setOutcome] = useState<FormOutcome>();
  const [isSending, setSending] = useState(false);
  const [submission] = useState(() => createSubmission({ showOutcome: setOutcome, showSending: setSending }));
  return {
    outcome,
    isSending,
    submit: (typed: Typed) => submission.submit(typed, options),
    clearOutcome: submission.clearOutcome,
  };
}
