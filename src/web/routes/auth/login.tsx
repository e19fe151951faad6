import { useCallback } from 'react';
import { Link } from 'react-router';
import { GoogleButton } from '../../features/google-sign-in/google-button.tsx';
import { sessionStore } from '../../features/session/session-store.ts';
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';
import { pageTitle } from '../../product.ts';
import { AuthIntro } from '../../shell/auth-intro.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { useRedirectTarget } from './use-redirect-target.ts';
import { useTypedEmail } from './use-typed-email.ts';

const title = 'Entrar';

export function meta() {
  return [
    { title: pageTitle(title) },
    { name: 'description', content: 'Entre na sua conta com senha, link mágico ou Google.' },
  ];
}

export default function Login() {
  const { registerTo, callbackURL } = useRedirectTarget();
  const onSignedIn = useCallback(async () => {
    await sessionStore.check();
  }, []);
  return (
    <>
      <AuthIntro title={title}>
        Ainda não tem conta?{' '}
        <Link to={registerTo} className={textLinkClass}>
          Criar conta
        </Link>
      </AuthIntro>
      <SignInForm
        email={useTypedEmail()}
        callbackURL={callbackURL}
        onSignedIn={onSignedIn}
        social={<GoogleButton label="Entrar com Google" returnTo={callbackURL} />}
      />
    </>
  );
}
