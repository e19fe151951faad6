import { storageKeys } from '../../browser/storage-keys.ts';
import { recorderLock, recordingLock } from './recording-locks.ts';

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

export const markDiscarded = (id: string) => keep([...discardedRecordings(), id]);
export const unmarkDiscarded = (id: string) => keep(discardedRecordings().filter((other) => other !== id));

/** What is known of a recording while its sound is still in pieces; whose it is, because browsers are shared. */
export type StoredRecording = {
  id: string;
  userId: string;
  startedAtMs: number;
  type: string;
  seconds: number;
  bytes: number;
};

const databaseName = 'escriba-recordings';
const recordingStore = 'recordings';
const pieceStore = 'pieces';
/** Ten minutes at a time: memory stays flat with recordings of hours. */
const piecesAtOnce = 600;

const piecesOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);

function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}

function transactionEnd(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  transaction.oncomplete = () => resolve();
  // A full disk shows only here: each request by itself went well.
  transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
  return promise;
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(recordingStore, { keyPath: 'id' });
    request.result.createObjectStore(pieceStore);
  };
  return requestResult(request);
}

async function withDatabase<T>(work: (database: IDBDatabase) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** A piece and what is known with it are written together, or not at all. */
export function savePiece(recording: StoredRecording, { at, sound }: { at: number; sound: Blob }) {
  return withDatabase(async (database) => {
    const bytes = await sound.arrayBuffer();
    const transaction = database.transaction([recordingStore, pieceStore], 'readwrite');
    transaction.objectStore(recordingStore).put(recording);
    transaction.objectStore(pieceStore).put(bytes, [recording.id, at]);
    await transactionEnd(transaction);
  });
}

export async function listRecordings(userId: string): Promise<StoredRecording[]> {
  // The page that was to throw them away was left before.
  const discarded = discardedRecordings();
  for (const id of discarded) await deleteRecording(id).catch(() => {});
  return withDatabase(async (database) => {
    const all: StoredRecording[] = await requestResult(
      database.transaction(recordingStore).objectStore(recordingStore).getAll(),
    );
    return all
      .filter(({ id, userId: whose }) => whose === userId && !discarded.includes(id))
      .sort((one, other) => other.startedAtMs - one.startedAtMs);
  });
}

/** The sound in the container that the browser made, closed or not. */
export function readRecordingSound({ id, type }: StoredRecording): Promise<Blob> {
  return withDatabase(async (database) => {
    const parts: Blob[] = [];
    for (let from = 0; ; from += piecesAtOnce) {
      const range = IDBKeyRange.bound([id, from], [id, from + piecesAtOnce], false, true);
      const some: ArrayBuffer[] = await requestResult(
        database.transaction(pieceStore).objectStore(pieceStore).getAll(range),
      );
      if (some.length > 0) parts.push(new Blob(some));
      if (some.length < piecesAtOnce) return new Blob(parts, { type });
    }
  });
}

export async function deleteRecording(id: string) {
  await withDatabase(async (database) => {
    const transaction = database.transaction([recordingStore, pieceStore], 'readwrite');
    transaction.objectStore(recordingStore).delete(id);
    transaction.objectStore(pieceStore).delete(piecesOf(id));
    await transactionEnd(transaction);
  });
  unmarkDiscarded(id);
}

/**
 * Deletes what this account recorded until now: it signs out, or is deleted. A recorder that still runs in some tab
 * writes its last piece when it stops, so each deletion waits for the lock of the recording. The ids are noted first:
 * when the page is closed before that, the next look into the vault deletes them.
 */
export async function deleteRecordingsOfUser(userId: string) {
  const leftAtMs = Date.now();
  const drop = async () => {
    const all = await listRecordings(userId);
    const ids = all.filter(({ startedAtMs }) => startedAtMs <= leftAtMs).map(({ id }) => id);
    for (const id of ids) markDiscarded(id);
    await Promise.all(ids.map((id) => navigator.locks.request(recordingLock(id), () => deleteRecording(id))));
  };
  // Without locks (an address without HTTPS) no recording could be made either.
  if (navigator.locks === undefined) return;
  await drop();
  // A recording that had just begun had no piece yet, and so was not found.
  await navigator.locks.request(recorderLock, drop);
}

/** Generously: what is written takes more than its own bytes. */
const bytesPerRecordedSecond = 20_000;

/** How long a recording may go on in what the browser lends us; undefined where it does not say. */
export async function recordableSeconds(): Promise<number | undefined> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    if (quota === undefined || usage === undefined) return undefined;
    return Math.max(0, quota - usage) / bytesPerRecordedSecond;
  } catch {
    return undefined;
  }
}
