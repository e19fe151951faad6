import type { Profile } from '#contract/profile.ts';
import { ApiError } from '#web/api/client.ts';
import { sessionApi } from '../session/api.ts';
import { sessionStore } from '../session/session-store.ts';
import { fetchProfile } from './api.ts';
import { type CallbackCause, CallbackError } from './callback-error.ts';

export async function loadProfile(): Promise<Profile> {
  try {
    return await fetchProfile();
  } catch (error) {
    // The session is valid but the account was deleted a moment ago.
    const isUserMissing = error instanceof ApiError && error.body.code === 'unauthenticated';
    throw new CallbackError(isUserMissing ? 'user_missing' : 'profile_failed', error);
  }
}

/** Rejects if the visitor leaves the page meanwhile, so that no later step runs. */
export function abortableDelay(ms: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const leave = () => {
      clearTimeout(timer);
      reject(new DOMException('the page was left', 'AbortError'));
    };
    if (left.aborted) leave();
    else left.addEventListener('abort', leave, { once: true });
  });
}

const settlesAfterMs = 1_500;
const leavesAfterMs = 1_000;
/** The sign-in creates profile and session, but not in the same millisecond. */
const sameMomentMs = 2_000;

export type OpenedSession = { signedInAt: string; needsSecondFactor: boolean };

async function withCause<T>(work: Promise<T>, cause: CallbackCause): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new CallbackError(cause, error);
  }
}

/** Opens the session that the followed link created. */
export async function openSession(): Promise<OpenedSession> {
  const found = await withCause(sessionApi.fetchSession(), 'session_unreadable');
  if (found === null) throw new CallbackError('session_missing');
  const state = await withCause(sessionStore.signedIn(), 'authentication_failed');
  if (state.status !== 'signed_in' && state.status !== 'second_factor')
    throw new CallbackError('user_missing');
  return {
    signedInAt: found.account.last_sign_in_at ?? '',
    needsSecondFactor: state.status === 'second_factor',
  };
}

type CallbackSteps = {
  /** Loads session and user, and says whether the second factor is still required. */
  openSession: () => Promise<OpenedSession>;
  loadProfile: () => Promise<Profile>;
  requestWelcome: (who: { email: string; name: string }) => Promise<void>;
  wait: (ms: number) => Promise<void>;
  /** Time since the browser opened the address. Loading the page is part of the specified delay. */
  sinceOpenedMs: number;
};

export type CallbackEnd = 'signed_in' | 'second_factor';

/** Completes a sign-in from a link, with the specified steps and delays. Throws a CallbackError. */
export async function finishCallback(steps: CallbackSteps): Promise<CallbackEnd> {
  const { openSession, loadProfile, requestWelcome, wait, sinceOpenedMs } = steps;
  const opening = openSession();
  // A failure is shown only after the delay. Until then it must not count as an unhandled rejection.
  opening.catch(() => {});
  await wait(Math.max(0, settlesAfterMs - sinceOpenedMs));
  const { signedInAt, needsSecondFactor } = await opening;
  // Without the second factor the server returns no data, not even the profile.
  if (needsSecondFactor) return 'second_factor';
  const { email, name, created_at: madeAt } = await loadProfile();
  // The profile was created by this sign-in, so it is the first one.
  const isFirst = Math.abs(Date.parse(madeAt) - Date.parse(signedInAt)) < sameMomentMs;
  // A failed welcome request must not block the sign-in.
  if (isFirst) await requestWelcome({ email, name }).catch(() => {});
  await wait(leavesAfterMs);
  return 'signed_in';
}
