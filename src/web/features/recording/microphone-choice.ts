import { storageKeys } from '../../browser/storage-keys.ts';

export function readMicrophoneChoice(): string | undefined {
  try {
    return localStorage.getItem(storageKeys.microphone) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberMicrophoneChoice(id: string) {
  try {
    localStorage.setItem(storageKeys.microphone, id);
  } catch {
    // It is asked again next time.
  }
}
