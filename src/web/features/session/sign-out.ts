import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../paths.ts';
import { forgetEverythingKept } from './session-hint.ts';
import { sessionStore } from './session-store.ts';

/**
 * The cookie is the server's to take back, so a sign-out that could not reach it throws and changes nothing:
 * saying "you are out" on a shared computer would be a lie.
 */
export async function signOut() {
  await callApi(apiPaths.signOut, { method: 'POST', auth: 'cookie', body: {}, parse: () => undefined });
  forgetEverythingKept();
  sessionStore.signedOut();
}
