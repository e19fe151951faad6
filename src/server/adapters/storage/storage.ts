import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import type { StorageConfig } from '#server/config/storage.ts';
import { codeOf, SafeMessageError } from '#server/errors/safe-message-error.ts';

export type StoredFile = Readonly<{ key: string; bytes: number; changedAt: Date }>;

/** Both ends are inclusive, as in HTTP. */
export type ByteRange = Readonly<{ start: number; end: number }>;

export type PutOptions = {
  contentType?: string;
  signal?: AbortSignal | undefined;
  /** Called before bytes are written to a local disk; may reject them. */
  beforeWrite?: (bytes: number) => Promise<void>;
};

/** All stored folders, in listing order. */
export const storedFolders = ['transcriptions', 'uploads'] as const;

/** The store of the recordings: a local folder, or an S3 bucket that several machines share. */
export type Storage = Readonly<{
  kind: 'file' | 's3';
  /** Streams a file. The key appears only once the file is complete. Returns the number of bytes. */
  put: (key: string, body: Readable, options?: PutOptions) => Promise<number>;
  /** `put` for a local file that is no longer needed: it may be moved. */
  putFile: (key: string, path: string, options?: PutOptions) => Promise<number>;
  /** Throws a StorageError 'missing' if there is no such file. */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  stat: (key: string) => Promise<StoredFile | undefined>;
  /** Idempotent: a missing file is no error. */
  remove: (key: string) => Promise<void>;
  removeAll: (prefix: string) => Promise<void>;
  /** Lists in key order and in pages. `after` resumes an earlier listing. */
  list: (prefix: string, options?: { after?: string }) => AsyncIterable<StoredFile>;
  /** For programs that need a path. A temporary copy is deleted afterwards. */
  withLocalFile: <T>(
    key: string,
    work: (path: string) => Promise<T>,
    options?: { signal?: AbortSignal | undefined },
  ) => Promise<T>;
  /** Removes unfinished writes of dead processes. Returns their number, or undefined if the server forbids it. */
  removeHalves: (before: Date) => Promise<number | undefined>;
  /** Throws if the storage is not writable. Called at the start, so that the first upload does not find out. */
  check: () => Promise<void>;
}>;

export type StorageErrorKind = 'missing' | 'full' | 'unavailable';

export class StorageError extends SafeMessageError {
  readonly kind: StorageErrorKind;

  constructor(kind: StorageErrorKind, options: { cause?: unknown } = {}) {
    super(`storage: ${kind}`, options);
    this.kind = kind;
  }
}

/** Maps disk errors; returns all others unchanged. */
export function storageErrorFromDisk(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENOENT') return new StorageError('missing', { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new StorageError('full', { cause: error });
  if (code === 'EIO' || code === 'EROFS' || code === 'EACCES')
    return new StorageError('unavailable', { cause: error });
  return error;
}

/** Maps S3 errors, which carry `$metadata` even without an answer; returns all others unchanged. */
export function storageErrorFromServer(error: unknown): unknown {
  if (!(error instanceof Error) || !('$metadata' in error)) return error;
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number };
  return new StorageError(httpStatusCode === 507 ? 'full' : 'unavailable', { cause: error });
}

const keyShape = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]+)*$/;

/** Accepts only our own keys. User input never becomes a key, so no key can leave the folder. */
export function checkedKey(key: string): string {
  if (key.length > 300 || !keyShape.test(key)) throw new Error('invalid storage key');
  return key;
}

const folder = 'uploads/';

/** The storage key of an upload, derived from its id only. */
export const uploadKey = (id: string) => `${folder}${id}`;
export const uploadIdFromKey = (key: string) => key.slice(folder.length);

export type OpenStorageOptions = {
  setting: StorageConfig;
  dataDir: string;
  uploadLifetimeMs: number;
  /** Called before upload bytes are written to a local disk. */
  beforeWrite?: (bytes: number) => Promise<void>;
  /** Called before a stored file is copied to a local disk for processing. */
  beforeFetch?: (bytes: number) => Promise<void>;
};

/** Files and active uploads share one place: a finished upload already is a stored file. */
export type OpenedStorage = Readonly<{ storage: Storage; uploads: DataStore; close: () => Promise<void> }>;
