import { storageKeys } from '../../browser/storage-keys.ts';

const dismissed = 'dismissed';

/** For as long as the browser's session: tomorrow somebody else may sit here. */
export function wasDismissed() {
  try {
    return sessionStorage.getItem(storageKeys.sandboxNotice) === dismissed;
  } catch {
    return false;
  }
}

export function keepDismissal() {
  try {
    sessionStorage.setItem(storageKeys.sandboxNotice, dismissed);
  } catch {
    // Without storage the notice is back on the next page.
  }
}
