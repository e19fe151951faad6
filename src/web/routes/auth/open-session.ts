import { type CallbackCause, CallbackError } from '../../features/auth/callback/callback-error.ts';
import type { OpenedSession } from '../../features/auth/callback/finish-callback.ts';
import { sessionServer } from '../../features/auth/session/session-server.ts';
import { sessionStore } from '../../features/auth/session/session-store.ts';

async function orCause<T>(work: Promise<T>, cause: CallbackCause): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new CallbackError(cause, error);
  }
}

/** What a followed link left behind, told to the rest of the product. */
export async function openSession(): Promise<OpenedSession> {
  const found = await orCause(sessionServer.fetchSession(), 'session_unreadable');
  if (found === null) throw new CallbackError('session_missing');
  const state = await orCause(sessionStore.signedIn(), 'authentication_failed');
  if (state.status !== 'signed_in' && state.status !== 'second_factor')
    throw new CallbackError('user_missing');
  return {
    signedInAt: found.account.last_sign_in_at ?? '',
    needsSecondFactor: state.status === 'second_factor',
  };
}
