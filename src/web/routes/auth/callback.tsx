import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pageTitle } from '../../app/installation.ts';
import { focusContent } from '../../browser/focus-content.ts';
import {
  type CallbackCause,
  CallbackError,
  type CallbackErrorText,
} from '../../features/auth/callback/callback-error.ts';
import { AlreadyConfirmed, CallbackSteps, stateOf } from '../../features/auth/callback/callback-screen.tsx';
import type { CallbackEnd, OpenedSession } from '../../features/auth/callback/finish-callback.ts';
import { sessionServer } from '../../features/auth/session/session-server.ts';
import { sessionStore } from '../../features/auth/session/session-store.ts';
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
  // The prerendered page has no query.
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

async function withCause<T>(work: Promise<T>, cause: CallbackCause): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new CallbackError(cause, error);
  }
}

/** Opens the session that the followed link created. */
export async function openSession(): Promise<OpenedSession> {
  const found = await withCause(sessionServer.fetchSession(), 'session_unreadable');
  if (found === null) throw new CallbackError('session_missing');
  const state = await withCause(sessionStore.signedIn(), 'authentication_failed');
  if (state.status !== 'signed_in' && state.status !== 'second_factor')
    throw new CallbackError('user_missing');
  return {
    signedInAt: found.account.last_sign_in_at ?? '',
    needsSecondFactor: state.status === 'second_factor',
  };
}
