import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useInstallation } from '../../../app/installation.ts';
import { failedCallOutcome } from '../../../forms/call-error.ts';
import { useHydrated } from '../../../forms/use-hydrated.ts';
import { Button } from '../../../ui/button.tsx';
import { type FormOutcome, FormStatus } from '../../../ui/form-status.tsx';
import { GoogleMark } from './google-mark.tsx';
import { startGoogleSignIn } from './start-google-sign-in.ts';

type GoogleButtonProps = {
  label: string;
  /** Goes with the button where Google is not offered. */
  above?: ReactNode;
  /** Where Google's answer leads, whatever it is. */
  returnTo: string;
};

const notConnected = 'Erro ao conectar com o Google. Tente novamente.';

/** Shown before the installation has said whether it offers Google: most do, and nothing stands below to be moved. */
export function GoogleButton({ label, above, returnTo }: GoogleButtonProps) {
  const [outcome, setOutcome] = useState<FormOutcome>();
  const [leaving, setLeaving] = useState(false);
  const asked = useRef(false);
  const alive = useHydrated();
  const installation = useInstallation();

  useEffect(() => {
    // Back from Google by the browser's button, the page is the one that was left, busy as it was.
    const cameBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      asked.current = false;
      setLeaving(false);
    };
    addEventListener('pageshow', cameBack);
    return () => removeEventListener('pageshow', cameBack);
  }, []);

  async function leave() {
    if (asked.current) return;
    asked.current = true;
    setLeaving(true);
    setOutcome(undefined);
    try {
      window.location.assign(await startGoogleSignIn(returnTo));
    } catch (error) {
      asked.current = false;
      setLeaving(false);
      setOutcome(failedCallOutcome(error, { other: notConnected, noAnswer: notConnected }));
    }
  }

  if (installation.googleOffered === false) return null;
  return (
    <div className="grid">
      {above}
      <Button
        variant="secondary"
        size="large"
        className="w-full"
        busy={leaving}
        disabled={!alive}
        onClick={() => void leave()}
      >
        {leaving ? null : <GoogleMark />}
        {leaving ? 'Conectando ao Google...' : label}
      </Button>
      <FormStatus outcome={outcome} className="not-empty:mt-3" />
    </div>
  );
}
