import { ApiError, callApi, NetworkError, UnexpectedResponseError } from '../../../api/client.ts';
import { sessionPaths } from '../../../app/paths.ts';
import { type Account, type FoundSession, readSessionAnswer } from './account.ts';
import { readTokenAnswer } from './kept-session.ts';
import type { EndReason, SessionEvents } from './session-events.ts';
import type { SessionPersistence } from './session-persistence.ts';

export type SessionState =
  | { status: 'checking' }
  | { status: 'signed_in'; account: Account }
  /** Only the first factor is passed: the server returns no data before the second one. */
  | { status: 'second_factor'; account: Account }
  /** The browser has cleared the person's data, and the request to the server is running. */
  | { status: 'leaving' }
  | { status: 'signed_out'; reason: EndReason }
  /** The server did not answer the first check. That does not sign the person out: the page offers a retry. */
  | { status: 'unreachable' };

export type SessionApi = {
  /** Null for a visitor. */
  fetchSession: () => Promise<FoundSession | null>;
  fetchToken: () => Promise<string | null>;
  signOut: () => Promise<void>;
};

export type SessionStoreOptions = {
  api: SessionApi;
  memory: SessionPersistence;
  events: SessionEvents;
  /** Runs one tab at a time. */
  lock: <T>(work: () => Promise<T>) => Promise<T>;
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  warn: (text: string) => void;
};

/** The person is waiting. After this time the next page completes the sign-out. */
const signOutTimeoutMs = 5_000;

export const sessionApi: SessionApi = {
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
    }),
};

export const retryWindowMs = 30_000;
const firstPauseMs = 500;

/** Errors that a retry may solve: no response, a restarting server, or a rate limit. */
function isTransientError(error: unknown) {
  if (error instanceof NetworkError) return true;
  const known = error instanceof ApiError || error instanceof UnexpectedResponseError;
  return known && (error.status >= 500 || error.status === 429);
}

type RetryOptions = { wait: (ms: number) => Promise<void>; nowMs: () => number };

/** Retries with growing back-off within the window, then throws the last error. */
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
