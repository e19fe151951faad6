import { storageKeys } from '../../storage-keys.ts';

/**
 * Remembers that this browser had a session, so that a public page can wait instead of flashing before the
 * server has answered. It is never believed: the server is always asked.
 */
export const sessionHint = {
  exists() {
    try {
      return localStorage.getItem(storageKeys.session) !== null;
    } catch {
      return false;
    }
  },
  keep(accountId: string) {
    try {
      localStorage.setItem(storageKeys.session, accountId);
    } catch {
      // Without storage every page simply begins as for a visitor.
    }
  },
  forget() {
    try {
      localStorage.removeItem(storageKeys.session);
    } catch {
      // Nothing was kept.
    }
  },
};

export function forgetEverythingKept() {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      globalThis[storage].clear();
    } catch {
      // Forbidden storage holds nothing of ours.
    }
  }
}
