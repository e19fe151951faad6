import { readStored, storedKeys, writeStored } from '#web/browser/local-storage.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { uploadIdOf } from './send-bytes.ts';

const prefixOf = (userId: string) => `${storageKeys.discardedUploads}${userId}.`;

/** The addresses of uploads that the server has yet to delete. One key each, because several tabs write. */
export const browserDiscards = {
  urls(userId: string): string[] {
    const keys = storedKeys().filter((key) => key.startsWith(prefixOf(userId)));
    return keys.flatMap((key) => readStored(key) ?? []);
  },
  add(userId: string, url: string) {
    writeStored(prefixOf(userId) + uploadIdOf(url), url);
  },
  drop(userId: string, url: string) {
    writeStored(prefixOf(userId) + uploadIdOf(url), null);
  },
};

type Deps = { discards: typeof browserDiscards; dropUpload: (url: string) => Promise<boolean> };

/** Deletes uploads on the server. Resolves to false if it keeps one, which the queue then deletes later. */
export async function discardUploads(
  { discards, dropUpload }: Deps,
  { userId, urls }: { userId: string; urls: readonly string[] },
): Promise<boolean> {
  // Noted before the request, because the page may close before the answer.
  for (const url of urls) discards.add(userId, url);
  const deleted = urls.map(async (url) => {
    const isGone = await dropUpload(url);
    if (isGone) discards.drop(userId, url);
    return isGone;
  });
  return (await Promise.all(deleted)).every(Boolean);
}
