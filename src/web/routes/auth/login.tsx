import { CircleAlert, LogIn, MailCheck } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { pageMeta } from '#web/app/page-meta.tsx';
import { paths } from '#web/app/paths.ts';
import { focusContent } from '#web/browser/focus-content.ts';
import { AccountDeletedNotice } from '#web/features/account/account-deleted-notice.tsx';
import { sessionStore } from '#web/features/auth/session/session-store.ts';
import { useSession } from '#web/features/auth/session/use-session.ts';
import { SignInForm } from '#web/features/auth/sign-in/sign-in-form.tsx';
import { AuthIntro } from '#web/shell/auth-frame.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import { LegalLink } from '#web/ui/legal-link.tsx';
import { useAuthLocationState, useRedirectTarget } from './navigation-state.ts';

const title = 'Entrar';

/** Loaded lazily: few accounts need it, and it brings the validation library. */
const SecondFactorStep = lazy(async () => ({
  default: (await import('#web/features/auth/second-factor-sign-in/second-factor-step.tsx')).SecondFactorStep,
}));

export function meta() {
  return pageMeta({
    path: paths.login,
    title,
    description: 'Entre na sua conta com senha, link mágico ou Google.',
  });
}

const sessionEndedText = 'Sua sessão terminou. Entre de novo para continuar.';

function confirmEmailText(email: string | undefined) {
  const to = email === undefined ? '' : ` para ${email}`;
  return `Antes de entrar, confirme seu e-mail pelo link que enviamos${to}.`;
}

const noticeMarks = {
  mail: { Icon: MailCheck, tone: 'text-thread' },
  session: { Icon: LogIn, tone: 'text-thread' },
  fault: { Icon: CircleAlert, tone: 'text-loss' },
} as const;

/** The live region is rendered before its text, because a screen reader announces only changes within it. */
function Notice({ kind, children }: { kind: keyof typeof noticeMarks; children: string | undefined }) {
  const [announced, setAnnounced] = useState<string>();
  useEffect(() => setAnnounced(children), [children]);
  const { Icon, tone } = noticeMarks[kind];
  return (
    <div role="status">
      {announced === undefined ? null : (
        <p className="mb-6 flex items-start gap-3 rounded-control border border-line bg-sunken px-4 py-3 text-sm">
          <Icon aria-hidden="true" strokeWidth={1.75} className={`size-5 shrink-0 ${tone}`} />
          <span className="min-w-0 wrap-anywhere">{announced}</span>
        </p>
      )}
    </div>
  );
}

function SecondFactor() {
  // The focused form has been removed.
  useEffect(focusContent, []);
  return (
    <>
      <AuthIntro title="Confirme que é você">Sua conta tem verificação em duas etapas.</AuthIntro>
      <Suspense>
        <SecondFactorStep onPassed={sessionStore.refresh} onLeave={() => void sessionStore.signOut()} />
      </Suspense>
    </>
  );
}

export default function Login() {
  const { registerTo, forgotTo, callbackURL } = useRedirectTarget();
  const { email, signedUp, fault, sessionEnded } = useAuthLocationState();
  const kind = signedUp ? 'mail' : fault !== undefined ? 'fault' : 'session';
  const notices = {
    mail: confirmEmailText(email),
    fault,
    session: sessionEnded ? sessionEndedText : undefined,
  };
  // The layout around this page redirects a signed-in user.
  if (useSession().status === 'second_factor') return <SecondFactor />;
  return (
    <>
      <AuthIntro title={title}>
        Ainda não tem conta?{' '}
        <Link to={registerTo} className={textLinkClass}>
          Criar conta
        </Link>
      </AuthIntro>
      <AccountDeletedNotice />
      <Notice kind={kind}>{notices[kind]}</Notice>
      <SignInForm email={email} callbackURL={callbackURL} forgotTo={forgotTo} />
      <p className="mt-6 text-sm text-ink-soft">
        A primeira entrada sem senha cria a sua conta. Ao criar a conta, você aceita os{' '}
        <LegalLink to={paths.terms}>Termos de uso</LegalLink> e a{' '}
        <LegalLink to={paths.privacy}>Política de privacidade</LegalLink>.
      </p>
    </>
  );
}
