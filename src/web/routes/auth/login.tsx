import { useCallback } from 'react';
import { Link } from 'react-router';
import { GoogleButton } from '../../features/google-sign-in/google-button.tsx';
import { sessionStore } from '../../features/session/session-store.ts';
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';
import { pageTitle } from '../../product.ts';
import { AuthIntro } from '../../shell/auth-intro.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { useAlive } from '../../use-alive.ts';
import { useFromBefore } from './use-from-before.ts';
import { useRedirectTarget } from './use-redirect-target.ts';

const title = 'Entrar';

export function meta() {
  return [
    { title: pageTitle(title) },
    { name: 'description', content: 'Entre na sua conta com senha, link mágico ou Google.' },
  ];
}

function confirmFirst(email: string | undefined) {
  const to = email === undefined ? '' : ` para ${email}`;
  return `Antes de entrar, confirme seu e-mail pelo link que enviamos${to}.`;
}

function Notice({ children }: { children: string }) {
  return (
    <p className="mb-6 rounded-control border border-line bg-sunken px-4 py-3 text-sm wrap-anywhere">
      {children}
    </p>
  );
}

export default function Login() {
  const { registerTo, callbackURL } = useRedirectTarget();
  const { email, signedUp, fault } = useFromBefore();
  const notice = signedUp ? confirmFirst(email) : fault;
  // The written page knows no page before.
  const alive = useAlive();
  const onSignedIn = useCallback(async () => {
    await sessionStore.signedIn();
  }, []);
  return (
    <>
      <AuthIntro title={title}>
        Ainda não tem conta?{' '}
        <Link to={registerTo} className={textLinkClass}>
          Criar conta
        </Link>
      </AuthIntro>
      {alive && notice !== undefined ? <Notice>{notice}</Notice> : null}
      <SignInForm
        email={email}
        callbackURL={callbackURL}
        onSignedIn={onSignedIn}
        social={<GoogleButton label="Entrar com Google" returnTo={callbackURL} />}
      />
    </>
  );
}
