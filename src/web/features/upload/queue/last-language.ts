import { readStored, writeStored } from '#web/browser/local-storage.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';

export const usualLanguage = 'pt';
export const automaticLanguage = 'auto';

const keyOf = (userId: string) => `${storageKeys.language}.${userId}`;

/** The language of the last upload. The installation may have changed its engine since then. */
export function readLastLanguage(userId: string, offered: readonly string[]): string {
  const last = readStored(keyOf(userId));
  const isOffered = last !== null && [usualLanguage, automaticLanguage, ...offered].includes(last);
  return isOffered ? last : usualLanguage;
}

export function rememberLanguage(userId: string, language: string) {
  writeStored(keyOf(userId), language);
}
