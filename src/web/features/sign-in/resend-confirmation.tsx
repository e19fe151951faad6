import { useRef, useState } from 'react';
import { callFault } from '../../call-fault.ts';
import { Button } from '../../ui/button.tsx';
import { type FormOutcome, FormStatus } from '../../ui/form-status.tsx';
import { sendConfirmationMail } from './send-confirmation-mail.ts';

type ResendConfirmationProps = { email: string; callbackURL: string };

/** For who lost the mail by which the account is confirmed. */
export function ResendConfirmation({ email, callbackURL }: ResendConfirmationProps) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<FormOutcome>();
  const sending = useRef(false);

  async function resend() {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setOutcome(undefined);
    try {
      await sendConfirmationMail({ email, callbackURL });
      setOutcome({ kind: 'done', text: `Enviamos outro e-mail de confirmação para ${email}.` });
    } catch (error) {
      setOutcome(callFault(error, { other: 'Erro ao enviar email.' }));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return (
    <div className="mt-3 grid">
      <Button variant="secondary" className="justify-self-start" busy={busy} onClick={() => void resend()}>
        {busy ? 'Enviando...' : 'Reenviar e-mail de confirmação'}
      </Button>
      <FormStatus outcome={outcome} className="not-empty:mt-3" />
    </div>
  );
}
