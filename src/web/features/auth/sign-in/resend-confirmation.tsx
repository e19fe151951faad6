import { useEffect, useRef, useState } from 'react';
import { useCountdown } from '../../../browser/use-countdown.ts';
import { failedCallOutcome } from '../../../forms/server-errors.ts';
import { sentBeforeText } from '../../../forms/was-sent-before.ts';
import { Button } from '../../../ui/button.tsx';
import { type FormOutcome, FormStatus } from '../../../ui/form.tsx';
import { sendConfirmationMail } from './api.ts';

type ResendConfirmationProps = {
  email: string;
  callbackURL: string;
  /** How long the server sends no other link, counted from the refused sign-in. */
  waitSeconds: number;
};

const minuteS = 60;
/** As long as the server waits between two of these mails. */
const resendAfterS = 600;

function labelOf(secondsLeft: number) {
  if (secondsLeft === 0) return 'Reenviar e-mail de confirmação';
  if (secondsLeft < minuteS) return `Reenviar e-mail em ${secondsLeft} s`;
  return `Reenviar e-mail em ${Math.ceil(secondsLeft / minuteS)} min`;
}

/** For people who lost their confirmation mail. */
export function ResendConfirmation({ email, callbackURL, waitSeconds }: ResendConfirmationProps) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<FormOutcome>();
  const sending = useRef(false);
  const { secondsLeft, start } = useCountdown();
  useEffect(() => start(waitSeconds), [start, waitSeconds]);

  async function resend() {
    if (sending.current || secondsLeft > 0) return;
    sending.current = true;
    setBusy(true);
    setOutcome(undefined);
    try {
      const sentBefore = await sendConfirmationMail({ email, callbackURL });
      start(resendAfterS);
      const text = `Enviamos outro e-mail de confirmação para ${email}.`;
      setOutcome(sentBefore ? { kind: 'done', text: sentBeforeText } : { kind: 'done', text });
    } catch (error) {
      setOutcome(failedCallOutcome(error, { other: 'Erro ao enviar email.' }));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return (
    <div className="mt-3 grid">
      <Button
        variant="secondary"
        className="justify-self-start tabular-nums"
        busy={busy}
        aria-disabled={busy || secondsLeft > 0 || undefined}
        onClick={() => void resend()}
      >
        {busy ? 'Enviando...' : labelOf(secondsLeft)}
      </Button>
      <FormStatus outcome={outcome} className="not-empty:mt-3" />
    </div>
  );
}
