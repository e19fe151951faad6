import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pageTitle } from '../../app/installation.ts';
import { focusContent } from '../../browser/focus-content.ts';
import type { CallbackFault } from '../../features/auth/callback/callback-error.ts';
import { AlreadyConfirmed, CallbackSteps, stateOf } from '../../features/auth/callback/callback-screen.tsx';
import type { CallbackEnd } from '../../features/auth/callback/finish-callback.ts';
import { useSession } from '../../features/auth/session/use-session.ts';
import { useHydrated } from '../../forms/use-hydrated.ts';
import { openSession } from './open-session.ts';
import { useRedirectTarget } from './use-redirect-target.ts';

export function meta() {
  return [{ title: pageTitle('Processando autenticação...') }, { name: 'robots', content: 'noindex' }];
}

export default function AuthCallback() {
  const { target, loginTo } = useRedirectTarget();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const isSignedIn = useSession().status === 'signed_in';
  // The written page knows no query.
  const isConfirmed = useHydrated() && params.get('confirmed') === 'before';
  // Replaced: the way back must not lead into a sign-in that is over.
  const onReturn = useCallback(
    (fault: CallbackFault) => void navigate(loginTo, { replace: true, state: stateOf(fault) }),
    [navigate, loginTo],
  );
  const onEnd = useCallback(
    // The sign-in asks for the second factor, and leads on from there.
    (end: CallbackEnd) => void navigate(end === 'signed_in' ? target : loginTo, { replace: true }),
    [navigate, target, loginTo],
  );
  if (isConfirmed)
    return (
      <AlreadyConfirmed to={isSignedIn ? target : loginTo} isSignedIn={isSignedIn} onShown={focusContent} />
    );
  return (
    <CallbackSteps
      openSession={openSession}
      onEnd={onEnd}
      loginTo={loginTo}
      onReturn={onReturn}
      onFailureShown={focusContent}
    />
  );
}
