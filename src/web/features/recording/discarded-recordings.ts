import { storageKeys } from '../../browser/storage-keys.ts';

/**
 * What was thrown away, noted in that moment: its sound goes only when the last piece of it has been written, and a page
 * that is left before that would offer it again.
 */
export function discardedRecordings(): readonly string[] {
  try {
    const noted: unknown = JSON.parse(localStorage.getItem(storageKeys.discardedRecordings) ?? '[]');
    return Array.isArray(noted) ? noted.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function keep(ids: readonly string[]) {
  try {
    if (ids.length === 0) localStorage.removeItem(storageKeys.discardedRecordings);
    else localStorage.setItem(storageKeys.discardedRecordings, JSON.stringify(ids));
  } catch {
    // Full or forbidden: the sound itself still goes as soon as it can.
  }
}

export const noteDiscarded = (id: string) => keep([...discardedRecordings(), id]);
export const forgetDiscarded = (id: string) => keep(discardedRecordings().filter((other) => other !== id));
