import { callApi, RefusedError } from '../../../api/client.ts';
import { sessionPaths } from '../../../app/paths.ts';
import { readSessionAnswer } from './account.ts';
import { readTokenAnswer } from './kept-session.ts';
import type { SessionServer } from './session-state.ts';

/** Somebody waits for the button; what takes longer is told to the server by the next page. */
const signOutTimeoutMs = 5_000;

export const sessionServer: SessionServer = {
  fetchSession: () => callApi(sessionPaths.session, { auth: 'cookie', parse: readSessionAnswer }),
  async fetchToken() {
    try {
      return await callApi(sessionPaths.token, { auth: 'cookie', parse: readTokenAnswer });
    } catch (error) {
      if (error instanceof RefusedError && error.status === 401) return null;
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
