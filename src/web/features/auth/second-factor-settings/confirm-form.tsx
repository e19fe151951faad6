import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { EnrolledFactor, Factor, FactorVerified } from '#contract/factors.ts';
import { ApiError } from '#web/api/client.ts';
import { useCountdown } from '#web/browser/use-countdown.ts';
import { CodeField, useCodeField } from '#web/forms/code-field.tsx';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { FormStatus } from '#web/ui/form.tsx';
import { startChallenge, verifyFactor } from '../second-factor-sign-in/api.ts';
import { lastDigits } from './api.ts';
import { AppKey } from './app-key.tsx';

type CodeRoundOptions<Passed> = {
  type: Factor['factor_type'];
  startChallenge: () => Promise<{ id: string }>;
  verify: (answer: { challenge_id: string; code: string }) => Promise<Passed>;
};

/**
 * Verification of a new factor. The challenge of an app starts with the first code, and after it expires with the
 * next one. Finding the phone may take a while. A message is sent only on request.
 */
export function createFactorVerification<Passed>({ type, startChallenge, verify }: CodeRoundOptions<Passed>) {
  let challengeId: string | undefined;

  async function begin() {
    challengeId = (await startChallenge()).id;
    return challengeId;
  }

  async function check(code: string, mayRestart = true): Promise<Passed> {
    const id = challengeId ?? (await begin());
    try {
      return await verify({ challenge_id: id, code });
    } catch (error) {
      if (!(error instanceof ApiError) || error.body.code !== 'challenge_over') throw error;
      if (type !== 'totp') throw error;
      challengeId = undefined;
      if (!mayRestart) throw error;
      return check(code, false);
    }
  }

  return { begin, check: (code: string) => check(code) };
}

type ConfirmFormProps = { factor: EnrolledFactor; onPassed: (passed: FactorVerified) => Promise<void> };

/** A message takes a moment to arrive, and each one costs money. */
const resendAfterS = 60;
const notChecked = 'Não foi possível conferir o código. Tente novamente.';
const notSent = 'Não foi possível enviar o código. Tente novamente.';

/** Verifies that the new factor works before the account depends on it. */
export function ConfirmForm({ factor, onPassed }: ConfirmFormProps) {
  const isPhone = factor.factor_type === 'phone';
  const field = useCodeField();
  const [step, setStep] = useState<'message' | 'code'>();
  const pause = useCountdown();
  const round = useMemo(
    () =>
      createFactorVerification({
        type: factor.factor_type,
        startChallenge: () => startChallenge(factor),
        verify: (answer) => verifyFactor(factor, answer),
      }),
    [factor],
  );

  const { submit, outcome, isSending, clearOutcome } = useSubmit({
    send: async (next: 'message' | 'code') => {
      setStep(next);
      if (next === 'code') return void (await onPassed(await round.check(field.code)));
      field.clearError();
      await round.begin();
      pause.start(resendAfterS);
      const text = `Código enviado para o telefone terminado em ${lastDigits(factor.phone)}.`;
      return { kind: 'done', text };
    },
    describeError(fault, failedStep) {
      if (failedStep === 'message') return failedCallOutcome(fault, { other: notSent });
      const refusal = fault instanceof ApiError ? fault.body : undefined;
      if (refusal?.code === 'code_wrong' || refusal?.code === 'challenge_over')
        return void field.refuse(refusal.error);
      return failedCallOutcome(fault, { other: notChecked });
    },
  });
  const busy = isSending && step === 'code';
  const sendMessage = () => pause.secondsLeft > 0 || void submit('message');

  // This step sends the first message itself.
  const first = useRef(isPhone);
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    sendMessage();
  });

  function check(event: FormEvent) {
    event.preventDefault();
    if (!isSending && field.isComplete()) void submit('code');
  }

  return (
    <form noValidate onSubmit={check} className="mt-5 grid gap-5">
      {factor.totp === null ? null : <AppKey {...factor.totp} />}
      <CodeField
        field={field}
        hint={
          isPhone
            ? `Enviado por SMS para o telefone terminado em ${lastDigits(factor.phone)}.`
            : 'O aplicativo mostra um novo a cada 30 segundos.'
        }
        autoFocus
        onChange={clearOutcome}
      />
      <div className="grid">
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy}>
            {busy ? 'Conferindo...' : 'Ativar'}
          </Button>
          {isPhone ? (
            <Button variant="quiet" aria-disabled={pause.secondsLeft > 0 || undefined} onClick={sendMessage}>
              {pause.secondsLeft > 0
                ? `Enviar outro código em ${pause.secondsLeft} s`
                : 'Enviar outro código'}
            </Button>
          ) : null}
        </div>
        <FormStatus outcome={outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}
