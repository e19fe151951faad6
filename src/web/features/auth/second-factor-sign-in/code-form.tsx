import { type FormEvent, useEffect, useRef } from 'react';
import { codeLength, type Factor, type FactorType } from '#contract/factors.ts';
import { ApiError } from '#web/api/client.ts';
import { CodeField, useCodeField } from '#web/forms/code-field.tsx';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { FormStatus } from '#web/ui/form.tsx';

export type CodeResult =
  | { kind: 'passed' }
  /** The text says how many attempts are left. */
  | { kind: 'wrong'; text: string }
  /** The challenge accepts no more codes, so a new one must start. */
  | { kind: 'over'; text: string };

type CodeCheckOptions = {
  type: FactorType;
  startChallenge: () => Promise<{ id: string }>;
  verify: (answer: { challenge_id: string; code: string }) => Promise<unknown>;
};

/**
 * Verification of one factor. The challenge of an app starts with the first code, because one started on page load
 * could expire while the user looks for the phone.
 */
export function createCodeCheck({ type, startChallenge, verify }: CodeCheckOptions) {
  let challengeId: string | undefined;
  let wasWrong = false;

  /** Starts a challenge, which sends the message if the factor is a phone. */
  async function begin() {
    challengeId = (await startChallenge()).id;
    wasWrong = false;
    return challengeId;
  }

  async function tryCode(code: string, mayRestart: boolean): Promise<CodeResult> {
    const id = challengeId ?? (await begin());
    try {
      await verify({ challenge_id: id, code });
      return { kind: 'passed' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code: refusal, error: text } = error.body;
      if (refusal === 'code_wrong') {
        wasWrong = true;
        return { kind: 'wrong', text };
      }
      if (refusal !== 'challenge_over') throw error;
      challengeId = undefined;
      // Expired, not exhausted by wrong codes: the app's code is still valid for a new challenge.
      if (type === 'totp' && !wasWrong && mayRestart) return tryCode(code, false);
      return { kind: 'over', text };
    }
  }

  return { begin, check: (code: string) => tryCode(code, true) };
}

export type CodeCheck = ReturnType<typeof createCodeCheck>;

type CodeFormProps = {
  factor: Factor;
  check: CodeCheck;
  /** False while the user is still choosing a factor. */
  takesFocus: boolean;
  onPassed: () => Promise<void>;
  /** The challenge accepts no more codes. */
  onOver: (text: string) => void;
};

const notChecked = 'Não foi possível conferir o código. Tente novamente.';

export function CodeForm({ factor, check, takesFocus, onPassed, onOver }: CodeFormProps) {
  const field = useCodeField();
  const autoSubmitted = useRef<string>(undefined);
  const refused = useRef<{ code: string; text: string }>(undefined);

  const { input } = field;
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus, input]);

  const { submit, outcome, isSending, clearOutcome } = useSubmit({
    send: async (typed: string) => {
      field.clearError();
      const result = await check.check(typed);
      if (result.kind === 'passed') await onPassed();
      else if (result.kind === 'over') onOver(result.text);
      else {
        refused.current = { code: typed, text: result.text };
        field.refuse(result.text);
      }
    },
    describeError: (fault) => failedCallOutcome(fault, { other: notChecked }),
  });

  function sendCode(typed: string) {
    if (isSending || !field.isComplete(typed)) return;
    // Pressing Enter after an automatic submit would waste a second attempt on the same wrong code.
    if (typed === refused.current?.code) return field.refuse(refused.current.text);
    void submit(typed);
  }

  function change(typed: string) {
    clearOutcome();
    // Each code is submitted automatically once. A refused one is sent again only by hand.
    if (typed.length !== codeLength || typed === autoSubmitted.current) return;
    autoSubmitted.current = typed;
    sendCode(typed);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    sendCode(field.code);
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <CodeField
        field={field}
        hint={
          factor.factor_type === 'phone'
            ? `Enviado por SMS para o telefone terminado em ${factor.phone ?? '…'}.`
            : `Está no aplicativo autenticador, em “${factor.friendly_name}”.`
        }
        onChange={change}
      />
      <div className="grid">
        <Button type="submit" size="large" className="w-full" busy={isSending}>
          {isSending ? 'Conferindo...' : 'Confirmar'}
        </Button>
        <FormStatus outcome={outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}
