import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../paths.ts';
import { storageKeys } from '../../storage-keys.ts';
import { readSessionAnswer } from './account.ts';
import { createSessionStore } from './create-session-store.ts';
import { sessionHint } from './session-hint.ts';

export const checkEveryMs = 300_000;

export const sessionStore = createSessionStore({
  fetchAccount: () => callApi(apiPaths.session, { auth: 'cookie', parse: readSessionAnswer }),
  hint: sessionHint,
});

/** Another tab signed in or out: its hint says so, and clearing all storage is said as a null key. */
function onStorage(event: StorageEvent) {
  if (event.key !== storageKeys.session && event.key !== null) return;
  if (!sessionHint.exists()) sessionStore.signedOut();
  else if (sessionStore.current().status !== 'signed_in') void sessionStore.check();
}

export function startSessionChecks() {
  void sessionStore.check();
  const timer = setInterval(() => {
    if (sessionStore.current().status === 'signed_in') void sessionStore.check();
  }, checkEveryMs);
  const onOnline = () => {
    if (sessionStore.current().status === 'unreachable') void sessionStore.retry();
  };
  addEventListener('storage', onStorage);
  addEventListener('online', onOnline);
  return () => {
    clearInterval(timer);
    removeEventListener('storage', onStorage);
    removeEventListener('online', onOnline);
  };
}
