import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pageTitle } from '../../app/installation.ts';
import type { CallbackErrorText } from '../../features/auth/callback/callback-error.ts';
import { AlreadyConfirmed, CallbackSteps, stateOf } from '../../features/auth/callback/callback-screen.tsx';
import type { CallbackEnd } from '../../features/auth/callback/finish-callback.ts';
import { useSession } from '../../features/auth/session/use-session.ts';
import { useHydrated } from '../../forms/use-hydrated.ts';
import { useRedirectTarget } from './navigation-state.ts';

export function meta() {
  return [{ title: pageTitle('Processando autenticação...') }, { name: 'robots', content: 'noindex' }];
}

export default function AuthCallback() {
  const { target, loginTo } = useRedirectTarget();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const isSignedIn = useSession().status === 'signed_in';
  // The server renders one page for every query.
  const isConfirmed = useHydrated() && params.get('confirmed') === 'before';
  // Replace the history entry, so that "back" does not lead into a finished sign-in.
  const onReturn = useCallback(
    (fault: CallbackErrorText) => void navigate(loginTo, { replace: true, state: stateOf(fault) }),
    [navigate, loginTo],
  );
  const onEnd = useCallback(
    // The sign-in page then asks for the second factor and redirects.
    (end: CallbackEnd) => void navigate(end === 'signed_in' ? target : loginTo, { replace: true }),
    [navigate, target, loginTo],
  );
  if (isConfirmed) return <AlreadyConfirmed to={isSignedIn ? target : loginTo} isSignedIn={isSignedIn} />;
  return <CallbackSteps onEnd={onEnd} loginTo={loginTo} onReturn={onReturn} />;
}
