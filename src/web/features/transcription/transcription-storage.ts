import { readStored, storedKeys, writeStored } from '#web/browser/local-storage.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';

const playbackPositionKey = (jobId: string) => `${storageKeys.leftOff}.${jobId}`;

/** The saved playback position; 0 for the beginning. */
export function readPlaybackPosition(jobId: string): number {
  const ms = Number(readStored(playbackPositionKey(jobId)));
  return Number.isFinite(ms) && ms > 0 ? ms : 0;
}

export function savePlaybackPosition(jobId: string, ms: number) {
  writeStored(playbackPositionKey(jobId), ms > 0 ? String(Math.round(ms)) : null);
}

/** The playback position, and the drafts of text, prompt and title, whose keys end with the id. */
const keysOf = (jobId: string) =>
  storedKeys().filter(
    (key) =>
      key === playbackPositionKey(jobId) || (key.startsWith(storageKeys.drafts) && key.endsWith(`.${jobId}`)),
  );

/** Clears the storage of deleted recordings. The returned function restores it when the deletion is undone. */
export function clearTranscriptionStorage(jobIds: readonly string[]): () => void {
  const cleared = jobIds.flatMap(keysOf).flatMap((key) => {
    const value = readStored(key);
    writeStored(key, null);
    return value === null ? [] : [{ key, value }];
  });
  return () => {
    for (const { key, value } of cleared) writeStored(key, value);
  };
}
