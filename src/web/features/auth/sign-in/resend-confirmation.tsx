import { useEffect } from 'react';
import { useCountdown } from '#web/browser/use-countdown.ts';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { sentBeforeText } from '#web/forms/was-sent-before.ts';
import { Button } from '#web/ui/button.tsx';
import { FormStatus } from '#web/ui/form.tsx';
import { sendConfirmationMail } from './api.ts';

type ResendConfirmationProps = {
  email: string;
  callbackURL: string;
  /** How long the server sends no other link, counted from the refused sign-in. */
  waitSeconds: number;
};

const minuteS = 60;
/** Equals the server's minimum interval between two of these mails. */
const resendAfterS = 600;

function labelOf(secondsLeft: number) {
  if (secondsLeft === 0) return 'Reenviar e-mail de confirmação';
  if (secondsLeft < minuteS) return `Reenviar e-mail em ${secondsLeft} s`;
  return `Reenviar e-mail em ${Math.ceil(secondsLeft / minuteS)} min`;
}

/** For users who lost their confirmation mail. */
export function ResendConfirmation({ email, callbackURL, waitSeconds }: ResendConfirmationProps) {
  const { secondsLeft, start } = useCountdown();
  useEffect(() => start(waitSeconds), [start, waitSeconds]);

  const { submit, outcome, isSending } = useSubmit({
    send: async () => {
      const sentBefore = await sendConfirmationMail({ email, callbackURL });
      start(resendAfterS);
      const text = `Enviamos outro e-mail de confirmação para ${email}.`;
      return { kind: 'done', text: sentBefore ? sentBeforeText : text };
    },
    describeError: (error) => failedCallOutcome(error, { other: 'Erro ao enviar email.' }),
  });

  return (
    <div className="mt-3 grid">
      <Button
        variant="secondary"
        className="justify-self-start tabular-nums"
        busy={isSending}
        aria-disabled={isSending || secondsLeft > 0 || undefined}
        onClick={() => secondsLeft > 0 || void submit()}
      >
        {isSending ? 'Enviando...' : labelOf(secondsLeft)}
      </Button>
      <FormStatus outcome={outcome} className="not-empty:mt-3" />
    </div>
  );
}
