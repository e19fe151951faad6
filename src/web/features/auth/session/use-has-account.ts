import { useSyncExternalStore } from 'react';
import { storageKeys } from '../../../browser/storage-keys.ts';
import { sessionStore } from './session-store.ts';

/**
 * Tells that this browser has kept a session, so that a public page can wait instead of flashing before the server
 * has answered. It is never believed: the server is always asked.
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

/** Whether to offer the dashboard instead of a sign-in. Only a choice of words: the guards always ask the server. */
export function useHasAccount() {
  return useSyncExternalStore(sessionStore.subscribe, hasAccount, () => false);
}
