import { useSyncExternalStore } from 'react';
import { storageKeys } from '../../../browser/storage-keys.ts';
import { sessionStore } from './session-store.ts';

/**
 * A hint that this browser had a session, so that a public page waits for the server instead of flashing. It
 * proves nothing: the server decides.
 */
export const sessionHint = {
  exists() {
    try {
      return localStorage.getItem(storageKeys.session) !== null;
    } catch {
      return false;
    }
  },
};

const hasAccount = () => sessionStore.current().status === 'signed_in' || sessionHint.exists();

/** Whether to link to the dashboard instead of the sign-in. Only cosmetic: the guards always ask the server. */
export function useHasAccount() {
  return useSyncExternalStore(sessionStore.subscribe, hasAccount, () => false);
}
