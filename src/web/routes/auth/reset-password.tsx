import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { unlistedPageMeta } from '#web/app/page-meta.tsx';
import { focusContent } from '#web/browser/focus-content.ts';
import { NewPasswordForm } from '#web/features/auth/password-reset/new-password-form.tsx';
import { useResetLink } from '#web/features/auth/password-reset/reset-link.ts';
import { sessionStore } from '#web/features/auth/session/session-store.ts';
import { AuthIntro } from '#web/shell/auth-frame.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useRedirectTarget } from './navigation-state.ts';

const title = 'Redefinir senha';
const redirectDelayMs = 2_000;

const linkErrorTexts = {
  missing: {
    title: 'O link está incompleto',
    text: 'Abra o link do e-mail de recuperação outra vez, ou peça um novo.',
  },
  over: {
    title: 'Este link não vale mais',
    text: 'Um link de recuperação funciona uma única vez e por pouco tempo. Peça um novo para continuar.',
  },
};

export function meta() {
  return [
    ...unlistedPageMeta({
      title,
      description: 'Crie uma nova senha com o link que você recebeu por e-mail.',
    }),
    { name: 'referrer', content: 'no-referrer' },
  ];
}

function NewPasswordSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <Skeleton className="h-11" />
      <Skeleton className="h-32" />
      <Skeleton className="h-11" />
    </div>
  );
}

export default function ResetPassword() {
  const { loginTo, forgotTo } = useRedirectTarget();
  const { link, markOver } = useResetLink();
  const [isDone, setDone] = useState(false);
  const navigate = useNavigate();

  const onDone = useCallback(() => {
    setDone(true);
    // The new password ended every session, including the one of this browser.
    void sessionStore.check();
  }, []);

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => void navigate(loginTo), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [isDone, loginTo, navigate]);

  const status = link?.status;
  // The pressed button was removed with the form.
  useEffect(() => {
    if (status === 'over' || isDone) focusContent();
  }, [status, isDone]);

  if (link?.status === 'missing' || link?.status === 'over') {
    const fault = linkErrorTexts[link.status];
    return (
      <>
        <AuthIntro title={title}>
          {/* Padding, because a margin would move the sentence shown while the link was checked. */}
          <strong className="block pt-2 font-semibold text-ink">{fault.title}</strong>
          {fault.text}
        </AuthIntro>
        <Link to={forgotTo} className={buttonClass({ size: 'large' })}>
          Pedir novo link
        </Link>
      </>
    );
  }
  return (
    <>
      {isDone ? (
        <AuthIntro title={title} />
      ) : (
        <AuthIntro title={title}>Escolha uma senha que você não usa em outro lugar.</AuthIntro>
      )}
      {link === undefined ? (
        <NewPasswordSkeleton />
      ) : (
        <NewPasswordForm token={link.token} loginTo={loginTo} onLinkOver={markOver} onDone={onDone} />
      )}
      <noscript>
        <p className="mt-6 text-sm text-ink-soft">Para redefinir a senha, ative o JavaScript do navegador.</p>
      </noscript>
    </>
  );
}
