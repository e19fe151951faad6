import { useEffect } from 'react';
import { Link } from 'react-router';
import { Goodbye } from '../../features/account/goodbye.tsx';
import { GoogleButton } from '../../features/google-sign-in/google-button.tsx';
import { SecondFactorStep } from '../../features/second-factor-step/second-factor-step.tsx';
import { sessionStore } from '../../features/session/session-store.ts';
import { useSession } from '../../features/session/use-session.ts';
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';
import { pageMeta } from '../../page-meta.ts';
import { paths } from '../../paths.ts';
import { AuthIntro } from '../../shell/auth-intro.tsx';
import { focusContent } from '../../shell/focus-content.ts';
import { textLinkClass } from '../../ui/text-link.ts';
import { useAlive } from '../../use-alive.ts';
import { useFromBefore } from './use-from-before.ts';
import { useRedirectTarget } from './use-redirect-target.ts';

const title = 'Entrar';

export function meta() {
  return pageMeta({
    path: paths.login,
    title,
    description: 'Entre na sua conta com senha, link mágico ou Google.',
  });
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

async function onSignedIn() {
  const { status } = await sessionStore.signedIn();
  if (status === 'signed_out') throw new Error('the sign-in was accepted and left no session');
}

function SecondFactor() {
  // The form that had the focus is gone.
  useEffect(focusContent, []);
  return (
    <>
      <AuthIntro title="Confirme que é você">Sua conta tem verificação em duas etapas.</AuthIntro>
      <SecondFactorStep onPassed={sessionStore.refresh} onLeave={sessionStore.signOut} />
    </>
  );
}

export default function Login() {
  const { registerTo, callbackURL } = useRedirectTarget();
  const { email, signedUp, fault } = useFromBefore();
  const notice = signedUp ? confirmFirst(email) : fault;
  // The written page knows no page before.
  const alive = useAlive();
  // Who has come through is led on by the layout around this page.
  if (useSession().status === 'second_factor') return <SecondFactor />;
  return (
    <>
      <AuthIntro title={title}>
        Ainda não tem conta?{' '}
        <Link to={registerTo} className={textLinkClass}>
          Criar conta
        </Link>
      </AuthIntro>
      <Goodbye />
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
