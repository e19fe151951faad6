import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { codeLength, type EnrolledFactor, type FactorVerified } from '#contract/factors.ts';
import { RefusedError } from '../../../api/client.ts';
import { useCountdown } from '../../../browser/use-countdown.ts';
import { failedCallOutcome } from '../../../forms/call-error.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeInput } from '../../../ui/code-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { type FormOutcome, FormStatus } from '../../../ui/form-status.tsx';
import { AppKey } from './app-key.tsx';
import { createCodeRound } from './code-round.ts';
import { startChallenge, verifyFactor } from './factor-calls.ts';
import { lastDigits } from './last-digits.ts';

type ConfirmFormProps = { factor: EnrolledFactor; onPassed: (passed: FactorVerified) => Promise<void> };

/** A message takes a moment to arrive, and each one costs. */
const resendAfterS = 60;
const notChecked = 'Não foi possível conferir o código. Tente novamente.';
const notSent = 'Não foi possível enviar o código. Tente novamente.';

/** Shows that the new factor works, before anything depends on it. */
export function ConfirmForm({ factor, onPassed }: ConfirmFormProps) {
  const isPhone = factor.factor_type === 'phone';
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<FormOutcome>();
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const pause = useCountdown();
  const round = useMemo(
    () =>
      createCodeRound({
        type: factor.factor_type,
        startChallenge: () => startChallenge(factor),
        verify: (answer) => verifyFactor(factor, answer),
      }),
    [factor],
  );

  useEffect(() => field.current?.focus(), []);

  async function sendMessage() {
    if (working.current || pause.secondsLeft > 0) return;
    working.current = true;
    setOutcome(undefined);
    setError(undefined);
    try {
      await round.begin();
      pause.start(resendAfterS);
      setOutcome({
        kind: 'done',
        text: `Código enviado para o telefone terminado em ${lastDigits(factor.phone)}.`,
      });
    } catch (fault) {
      setOutcome(failedCallOutcome(fault, { other: notSent }));
    } finally {
      working.current = false;
    }
  }

  // The first message belongs to the step itself.
  const first = useRef(isPhone);
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    void sendMessage();
  });

  function refuse(text: string) {
    setError(text);
    field.current?.focus();
    field.current?.select();
  }

  async function check(event: FormEvent) {
    event.preventDefault();
    if (working.current) return;
    if (code.length < codeLength) return refuse('Digite o código de 6 números.');
    working.current = true;
    setBusy(true);
    setOutcome(undefined);
    try {
      await onPassed(await round.check(code));
    } catch (fault) {
      const refusal = fault instanceof RefusedError ? fault.body : undefined;
      if (refusal?.code === 'code_wrong' || refusal?.code === 'challenge_over') refuse(refusal.error);
      else setOutcome(failedCallOutcome(fault, { other: notChecked }));
    } finally {
      working.current = false;
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void check(event)} className="mt-5 grid gap-5">
      {factor.totp === null ? null : <AppKey {...factor.totp} />}
      <Field
        label="Código de 6 números"
        hint={
          isPhone
            ? `Enviado por SMS para o telefone terminado em ${lastDigits(factor.phone)}.`
            : 'O aplicativo mostra um novo a cada 30 segundos.'
        }
        error={error}
        required
      >
        {(control) => (
          <CodeInput
            {...control}
            ref={field}
            length={codeLength}
            value={code}
            onValueChange={(next) => {
              setCode(next);
              setError(undefined);
              setOutcome(undefined);
            }}
          />
        )}
      </Field>
      <div className="grid">
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy}>
            {busy ? 'Conferindo...' : 'Ativar'}
          </Button>
          {isPhone ? (
            <Button
              variant="quiet"
              aria-disabled={pause.secondsLeft > 0 || undefined}
              onClick={() => void sendMessage()}
            >
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
