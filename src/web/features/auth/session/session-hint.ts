import { storageKeys } from '../../../browser/storage-keys.ts';

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
