import { type ReactNode, useState } from 'react';
import { useInstallation } from '#web/app/installation.ts';
import { useExternalRedirect } from '#web/browser/use-external-redirect.ts';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { type FormOutcome, FormStatus } from '#web/ui/form.tsx';
import { startGoogleSignIn } from './api.ts';

/** Google's logo in its own colours, as its branding rules require. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
      <path
        fill="#4285f4"
        d="M22.6 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.94a5.08 5.08 0 0 1-2.2 3.33v2.77h3.56c2.08-1.92 3.3-4.74 3.3-8.1z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.56-2.77c-.98.66-2.23 1.06-3.72 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23z"
      />
      <path fill="#fbbc05" d="M5.84 14.1a6.6 6.6 0 0 1 0-4.2V7.06H2.18a11 11 0 0 0 0 9.88z" />
      <path
        fill="#ea4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15C17.45 2.1 14.97 1 12 1A11 11 0 0 0 2.18 7.06L5.84 9.9C6.71 7.3 9.14 5.38 12 5.38z"
      />
    </svg>
  );
}

type GoogleButtonProps = {
  label: string;
  /** Hidden with the button if Google is not offered. */
  above?: ReactNode;
  /** The address that Google redirects to, after success and failure. */
  returnTo: string;
};

const notConnected = 'Erro ao conectar com o Google. Tente novamente.';

export function GoogleButton({ label, above, returnTo }: GoogleButtonProps) {
  const [outcome, setOutcome] = useState<FormOutcome>();
  const { googleOffered } = useInstallation();
  const { leavingFor, leave } = useExternalRedirect({
    fetchUrl: startGoogleSignIn,
    onError: (error) => setOutcome(failedCallOutcome(error, { other: notConnected, noAnswer: notConnected })),
  });
  const isLeaving = leavingFor !== undefined;

  if (!googleOffered) return null;
  return (
    <div className="grid">
      {above}
      <Button
        variant="secondary"
        size="large"
        className="w-full"
        busy={isLeaving}
        onClick={() => {
          setOutcome(undefined);
          leave(returnTo);
        }}
      >
        {isLeaving ? null : <GoogleMark />}
        {isLeaving ? 'Conectando ao Google...' : label}
      </Button>
      <FormStatus outcome={outcome} className="not-empty:mt-3" />
    </div>
  );
}
