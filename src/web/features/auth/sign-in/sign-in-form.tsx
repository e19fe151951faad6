import { type ReactNode, useId, useState } from 'react';
import { useHydrated } from '../../../forms/use-hydrated.ts';
import { Button } from '../../../ui/button.tsx';
import { OrLine } from '../../../ui/or-line.tsx';
import { MagicLinkForm } from './magic-link-form.tsx';
import { PasswordForm } from './password-form.tsx';

type SignInFormProps = {
  email: string | undefined;
  callbackURL: string;
  forgotTo: string;
  onSignedIn: () => Promise<void>;
  /** The way in by somebody else's sign-in. */
  social: ReactNode;
};

export function SignInForm({ email, callbackURL, forgotTo, onSignedIn, social }: SignInFormProps) {
  const [typedEmail, setTypedEmail] = useState('');
  const [byLink, setByLink] = useState(false);
  const linkPartId = useId();
  const alive = useHydrated();

  return (
    <div className="grid gap-6">
      <PasswordForm
        email={email}
        callbackURL={callbackURL}
        forgotTo={forgotTo}
        onSignedIn={onSignedIn}
        onEmail={setTypedEmail}
      />
      <OrLine />
      <div className="grid gap-3">
        <Button
          variant="secondary"
          size="large"
          className="w-full"
          disabled={!alive}
          aria-expanded={byLink}
          aria-controls={linkPartId}
          onClick={() => setByLink(!byLink)}
        >
          {byLink ? 'Fechar link mágico' : 'Entrar com link mágico'}
        </Button>
        <div id={linkPartId} hidden={!byLink} className="rounded-card border border-line p-4 hidden:hidden">
          {byLink ? <MagicLinkForm email={typedEmail || (email ?? '')} callbackURL={callbackURL} /> : null}
        </div>
        {social}
      </div>
    </div>
  );
}
