import { useEffect, useSyncExternalStore } from 'react';
import { readStored } from '#web/browser/local-storage.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import type { SessionState } from './create-session-store.ts';
import { sessionStore, startSession } from './session-store.ts';

const serverState: SessionState = { status: 'checking' };

export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.current, () => serverState);
}

/** Call once, at the root: starts the session checks and removes the veil from public pages for visitors. */
export function useSessionChecks() {
  useEffect(startSession, []);
  const { status } = useSession();
  useEffect(() => {
    if (status !== 'checking' && status !== 'signed_in') delete document.documentElement.dataset.session;
  }, [status]);
}

/** Only a hint: this browser had a session, so a public page links to the dashboard at once instead of flashing. */
const hadSession = () => readStored(storageKeys.session) !== null;
const hasAccount = () => sessionStore.current().status === 'signed_in' || hadSession();

/** Whether to link to the dashboard instead of the sign-in. Only cosmetic: the guards always ask the server. */
export function useHasAccount() {
  return useSyncExternalStore(sessionStore.subscribe, hasAccount, () => false);
}
