import { attempt } from '#web/browser/attempt.ts';
import { readStored, writeStored } from '#web/browser/local-storage.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { recorderLock, recordingLock } from './recording-locks.ts';

/**
 * Ids of discarded recordings, stored at once. The sound is deleted only after its last chunk was written, and a
 * page closed before that would otherwise offer it again.
 */
function discardedRecordings(): readonly string[] {
  const noted: unknown = attempt(() => JSON.parse(readStored(storageKeys.discardedRecordings) ?? '[]'));
  return Array.isArray(noted) ? noted.filter((id) => typeof id === 'string') : [];
}

/** If storage is full or forbidden, the sound itself is still deleted. */
function keep(ids: readonly string[]) {
  writeStored(storageKeys.discardedRecordings, ids.length === 0 ? null : JSON.stringify(ids));
}

export const markDiscarded = (id: string) => keep([...discardedRecordings(), id]);
const unmarkDiscarded = (id: string) => keep(discardedRecordings().filter((other) => other !== id));

/** Metadata of a recording in progress. It names the account, because browsers are shared. */
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
/** Read ten minutes at a time, so that memory stays constant for long recordings. */
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
  // A full disk aborts the transaction after each request has succeeded.
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

/** Writes a chunk and its metadata in one transaction. */
function savePiece(recording: StoredRecording, { at, sound }: { at: number; sound: Blob }) {
  return withDatabase(async (database) => {
    const bytes = await sound.arrayBuffer();
    const transaction = database.transaction([recordingStore, pieceStore], 'readwrite');
    transaction.objectStore(recordingStore).put(recording);
    transaction.objectStore(pieceStore).put(bytes, [recording.id, at]);
    await transactionEnd(transaction);
  });
}

type KeeperOptions = {
  recording: StoredRecording;
  /** Called once, at the first failed write. Later data stays only in memory. */
  onFault: (fault: 'full' | 'forbidden') => void;
};

const isFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError';

/** Keeps a recording in memory, for the resulting file, and in IndexedDB, to survive a crash. */
export function createRecordingBuffer({ recording, onFault }: KeeperOptions) {
  const pieces: Blob[] = [];
  let known = recording;
  let isKeeping = true;
  let last = Promise.resolve();

  async function write(sound: Blob, at: number) {
    if (!isKeeping) return;
    try {
      await savePiece(known, { at, sound });
    } catch (error) {
      isKeeping = false;
      onFault(isFull(error) ? 'full' : 'forbidden');
    }
  }

  return {
    add(sound: Blob, seconds: number) {
      if (sound.size === 0) return;
      const at = pieces.push(sound) - 1;
      known = { ...known, seconds, bytes: known.bytes + sound.size };
      last = last.then(() => write(sound, at));
    },
    recording: () => known,
    sound: () => new Blob(pieces, { type: known.type }),
    /** Resolves when all pending writes have succeeded or failed. */
    settled: () => last,
  };
}

export type RecordingBuffer = ReturnType<typeof createRecordingBuffer>;

export async function listRecordings(userId: string): Promise<StoredRecording[]> {
  // Delete recordings that an earlier page marked as discarded but could not delete.
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

/** The sound in the browser's container, which may be unfinished. */
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
 * Deletes the account's recordings up to now, at sign-out or account deletion. A running recorder in another tab
 * writes its last chunk when it stops, so each deletion waits for the recording's lock. The ids are marked first:
 * if the page closes earlier, the next listing deletes them.
 */
export async function deleteRecordingsOfUser(userId: string) {
  const leftAtMs = Date.now();
  const drop = async () => {
    const all = await listRecordings(userId);
    const ids = all.filter(({ startedAtMs }) => startedAtMs <= leftAtMs).map(({ id }) => id);
    for (const id of ids) markDiscarded(id);
    await Promise.all(ids.map((id) => navigator.locks.request(recordingLock(id), () => deleteRecording(id))));
  };
  // Without HTTPS there are no locks, and recording was impossible too.
  if (navigator.locks === undefined) return;
  await drop();
  // A recording that had just begun had no chunk yet, so the first pass missed it.
  await navigator.locks.request(recorderLock, drop);
}

/** A generous estimate, because storage adds overhead. */
const bytesPerRecordedSecond = 20_000;

/** Recording time that fits the browser's quota; undefined if the quota is unknown. */
export async function recordableSeconds(): Promise<number | undefined> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    if (quota === undefined || usage === undefined) return undefined;
    return Math.max(0, quota - usage) / bytesPerRecordedSecond;
  } catch {
    return undefined;
  }
}
