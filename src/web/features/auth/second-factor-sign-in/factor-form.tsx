import { useMemo, useState } from 'react';
import type { Factor } from '#contract/factors.ts';
import { useCountdown } from '#web/browser/use-countdown.ts';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { type FormOutcome, FormStatus } from '#web/ui/form.tsx';
import { startChallenge, verifyFactor } from './api.ts';
import { CodeForm, createCodeCheck } from './code-form.tsx';

/** A message takes a moment to arrive, and each one costs money. */
const resendAfterS = 60;
const notSent = 'Não foi possível enviar o código. Tente novamente.';

type FactorFormProps = { factor: Factor; takesFocus: boolean; onPassed: () => Promise<void> };

/** One factor. An app shows the code field at once; a phone first sends a message. */
export function FactorForm({ factor, takesFocus, onPassed }: FactorFormProps) {
  const isPhone = factor.factor_type === 'phone';
  /** Counts the challenges, so that the code field starts empty each time. */
  const firstRound = isPhone ? 0 : 1;
  const [round, setRound] = useState(firstRound);
  const [over, setOver] = useState<string>();
  const pause = useCountdown();
  const check = useMemo(
    () =>
      createCodeCheck({
        type: factor.factor_type,
        startChallenge: () => startChallenge(factor),
        verify: (answer) => verifyFactor(factor, answer),
      }),
    [factor],
  );

  const { submit, outcome, isSending, clearOutcome } = useSubmit({
    send: async () => {
      await check.begin();
      setOver(undefined);
      setRound((last) => last + 1);
      if (!isPhone) return undefined;
      pause.start(resendAfterS);
      return { kind: 'done', text: `Código enviado para o telefone terminado em ${factor.phone}.` };
    },
    describeError: (error) => failedCallOutcome(error, { other: notSent }),
  });

  const begun = round > 0 && over === undefined;
  const shownOutcome: FormOutcome | undefined =
    outcome ?? (over === undefined ? undefined : { kind: 'failed', text: over, more: adviceText(isPhone) });
  return (
    <div className="grid">
      {begun ? (
        <CodeForm
          key={round}
          factor={factor}
          check={check}
          takesFocus={takesFocus || round > firstRound}
          onPassed={onPassed}
          onOver={(text) => {
            clearOutcome();
            setOver(text);
          }}
        />
      ) : null}
      <div className={begun && isPhone ? 'mt-5 grid' : 'grid'}>
        {isPhone && round === 0 ? (
          <p className="mb-4">O código chega por SMS ao telefone terminado em {factor.phone}.</p>
        ) : null}
        <FormStatus outcome={shownOutcome} className="not-empty:mb-3" />
        {isPhone || !begun ? (
          <Button
            // The pressed button may have been removed with the code field, so focus moves here.
            autoFocus={over !== undefined}
            variant={begun ? 'secondary' : 'primary'}
            size={begun ? 'medium' : 'large'}
            className={begun ? 'justify-self-start' : 'w-full'}
            busy={isSending}
            aria-disabled={isSending || pause.secondsLeft > 0 || undefined}
            onClick={() => pause.secondsLeft > 0 || void submit()}
          >
            {beginLabel({ isPhone, begun, again: round > 0, secondsLeft: pause.secondsLeft })}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** The server counts the attempts. The advice depends on where the codes come from. */
function adviceText(isPhone: boolean) {
  return isPhone
    ? 'Se a mensagem não chega, use um código de recuperação, logo abaixo.'
    : 'Confira se a hora do aparelho está certa e espere o aplicativo mostrar o próximo código. Sem o aparelho, use um código de recuperação, logo abaixo.';
}

type BeginLabel = { isPhone: boolean; begun: boolean; again: boolean; secondsLeft: number };

function beginLabel({ isPhone, again, secondsLeft }: BeginLabel) {
  if (!isPhone) return 'Tentar com um código novo';
  if (!again) return 'Enviar código por SMS';
  return secondsLeft > 0 ? `Enviar outro código em ${secondsLeft} s` : 'Enviar outro código';
}
