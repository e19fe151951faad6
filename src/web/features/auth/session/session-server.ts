import { ApiError, callApi, NetworkError, UnexpectedResponseError } from '../../../api/client.ts';
import { sessionPaths } from '../../../app/paths.ts';
import { type Account, type FoundSession, readSessionAnswer } from './account.ts';
import { readTokenAnswer } from './kept-session.ts';
import type { EndReason, SessionEvents } from './session-events.ts';
import type { SessionPersistence } from './session-persistence.ts';

export type SessionState =
  | { status: 'checking' }
  | { status: 'signed_in'; account: Account }
  /** In by the first factor only: no data is given out before the second one is passed. */
  | { status: 'second_factor'; account: Account }
  /** Signing out: this browser has forgotten the person, the server is being told. */
  | { status: 'leaving' }
  | { status: 'signed_out'; reason: EndReason }
  /** The server could not be asked. Nobody is thrown out for that; the page says so and offers a retry. */
  | { status: 'unreachable' };

export type SessionServer = {
  /** Null for who has no session. */
  fetchSession: () => Promise<FoundSession | null>;
  fetchToken: () => Promise<string | null>;
  signOut: () => Promise<void>;
};

export type SessionStoreOptions = {
  server: SessionServer;
  memory: SessionPersistence;
  events: SessionEvents;
  /** Lets one tab in at a time. */
  lock: <T>(work: () => Promise<T>) => Promise<T>;
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  warn: (text: string) => void;
};

/** Somebody waits for the button; what takes longer is told to the server by the next page. */
const signOutTimeoutMs = 5_000;

export const sessionServer: SessionServer = {
  fetchSession: () => callApi(sessionPaths.session, { auth: 'cookie', parse: readSessionAnswer }),
  async fetchToken() {
    try {
      return await callApi(sessionPaths.token, { auth: 'cookie', parse: readTokenAnswer });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  signOut: () =>
    callApi(sessionPaths.signOut, {
      method: 'POST',
      auth: 'cookie',
      body: {},
      keepalive: true,
      timeoutMs: signOutTimeoutMs,
      parse: () => undefined,
    }),
};

export const retryWindowMs = 30_000;
const firstPauseMs = 500;

/** What may be over in a moment: no answer, a server that restarts, or one that asks to be asked later. */
function isTransientError(error: unknown) {
  if (error instanceof NetworkError) return true;
  const known = error instanceof ApiError || error instanceof UnexpectedResponseError;
  return known && (error.status >= 500 || error.status === 429);
}

type RetryOptions = { wait: (ms: number) => Promise<void>; nowMs: () => number };

/** Tries again with growing pauses for as long as the window is open, then tells the last failure. */
export async function withinRetryWindow<T>(
  work: () => Promise<T>,
  { wait, nowMs }: RetryOptions,
): Promise<T> {
  const beganAtMs = nowMs();
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    try {
      return await work();
    } catch (error) {
      const spentMs = Math.abs(nowMs() - beganAtMs);
      if (!isTransientError(error) || spentMs + pauseMs > retryWindowMs) throw error;
      await wait(pauseMs);
    }
  }
}
