import { ApiError, callApi } from '#web/api/client.ts';
import { sessionPaths } from '#web/app/paths.ts';
import { type FoundSession, readSessionAnswer } from './account.ts';
import { readTokenAnswer } from './kept-session.ts';

export type SessionApi = {
  /** Null for a visitor. */
  fetchSession: () => Promise<FoundSession | null>;
  fetchToken: () => Promise<string | null>;
  signOut: () => Promise<void>;
};

/** The user is waiting. After this time the next page completes the sign-out. */
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
