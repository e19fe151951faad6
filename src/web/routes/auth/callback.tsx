import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { pageTitle } from '#web/app/installation.ts';
import { emailChangedUrl } from '#web/app/paths.ts';
import type { CallbackErrorText } from '#web/features/auth/callback/callback-error.ts';
import {
  AlreadyConfirmed,
  CallbackProgress,
  CallbackSteps,
  stateOf,
} from '#web/features/auth/callback/callback-screen.tsx';
import type { CallbackEnd } from '#web/features/auth/callback/finish-callback.ts';
import { readMailedLink } from '#web/features/auth/callback/mailed-link.ts';
import { OpenMailedLink } from '#web/features/auth/callback/open-mailed-link.tsx';
import { ownRedirect } from '#web/features/auth/session/own-redirect.ts';
import { sessionStore } from '#web/features/auth/session/session-store.ts';
import { useSession } from '#web/features/auth/session/use-session.ts';
import { useHydrated } from '#web/forms/use-hydrated.ts';
import { useRedirectTarget } from './navigation-state.ts';

export function meta() {
  return [{ title: pageTitle('Processando autenticação...') }, { name: 'robots', content: 'noindex' }];
}

type Step = { name: 'link' | 'confirmed_before' } | { name: 'session'; beganMs: number };

export default function AuthCallback() {
  const { target, loginTo } = useRedirectTarget();
  const navigate = useNavigate();
  const isSignedIn = useSession().status === 'signed_in';
  const isHydrated = useHydrated();
  const [link] = useState(() =>
    typeof window === 'undefined' ? undefined : readMailedLink(window.location.hash),
  );
  const [step, setStep] = useState<Step>(
    link === undefined ? { name: 'session', beganMs: 0 } : { name: 'link' },
  );
  // Replace the history entry, so that "back" does not lead into a finished sign-in.
  const onReturn = useCallback(
    (fault: CallbackErrorText) => void navigate(loginTo, { replace: true, state: stateOf(fault) }),
    [navigate, loginTo],
  );
  const onEnd = useCallback(
    // The sign-in page then asks for the second factor and redirects.
    (end: CallbackEnd) => {
      const session = sessionStore.current();
      const isIn = end === 'signed_in' && session.status === 'signed_in';
      void navigate(isIn ? ownRedirect(target, session.account) : loginTo, { replace: true });
    },
    [navigate, target, loginTo],
  );
  if (step.name === 'confirmed_before')
    return <AlreadyConfirmed to={isSignedIn ? target : loginTo} isSignedIn={isSignedIn} />;
  if (step.name === 'session' || link === undefined) {
    const beganMs = step.name === 'session' ? step.beganMs : 0;
    return <CallbackSteps onEnd={onEnd} beganMs={beganMs} loginTo={loginTo} onReturn={onReturn} />;
  }
  // The server renders one page for every address, and the target is known only after hydration.
  if (!isHydrated) return <CallbackProgress />;
  return (
    <OpenMailedLink
      link={link}
      onOpened={(beganMs) => {
        // The session's user has another address now, so the account page starts from the server's answer.
        if (link.kind === 'change-email') window.location.replace(emailChangedUrl);
        else setStep({ name: 'session', beganMs });
      }}
      onConfirmedBefore={() => setStep({ name: 'confirmed_before' })}
      onChangeOver={() => window.location.replace(`${emailChangedUrl}&error=token_invalid`)}
      loginTo={loginTo}
      onReturn={onReturn}
    />
  );
}
