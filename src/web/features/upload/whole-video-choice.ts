import { storageKeys } from '../../browser/storage-keys.ts';

/** Whether films are sent with their picture. */
export function readWholeVideoChoice(): boolean {
  try {
    return localStorage.getItem(storageKeys.wholeVideo) === 'true';
  } catch {
    return false;
  }
}

export function rememberWholeVideoChoice(isWhole: boolean) {
  try {
    localStorage.setItem(storageKeys.wholeVideo, String(isWhole));
  } catch {
    // The choice then holds for this screen.
  }
}
