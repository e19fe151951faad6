import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import { SafeMessageError } from '../../errors/safe-message-error.ts';

export type StoredFile = Readonly<{ key: string; bytes: number; changedAt: Date }>;

/** Both ends included, as HTTP says it. */
export type ByteRange = Readonly<{ start: number; end: number }>;

export type PutOptions = {
  contentType?: string;
  signal?: AbortSignal | undefined;
  /** Asked before bytes go to a disk of this machine, and may refuse them. */
  beforeWrite?: (bytes: number) => Promise<void>;
};

/** All that we keep lies in these, in the order in which a listing comes to them. */
export const storedFolders = ['transcriptions', 'uploads'] as const;

/** Where recordings are kept: a folder of this machine, or an S3 bucket that several machines share. */
export type Storage = Readonly<{
  kind: 'file' | 's3';
  /** Streams; nothing is there under the key until all of it is. Gives how many bytes were kept. */
  put: (key: string, body: Readable, options?: PutOptions) => Promise<number>;
  /** The same with a file of ours that is needed no more: it may be gone afterwards. */
  putFile: (key: string, path: string, options?: PutOptions) => Promise<number>;
  /** Throws a StorageError 'missing' where nothing is. */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  stat: (key: string) => Promise<StoredFile | undefined>;
  /** A key without a file is no fault: what should be gone is gone. */
  remove: (key: string) => Promise<void>;
  removeAll: (prefix: string) => Promise<void>;
  /** In the order of their keys, and page by page; `after` goes on where an earlier listing stopped. */
  list: (prefix: string, options?: { after?: string }) => AsyncIterable<StoredFile>;
  /** For programs that want a path. What had to be fetched for it is removed afterwards. */
  withLocalFile: <T>(
    key: string,
    work: (path: string) => Promise<T>,
    options?: { signal?: AbortSignal | undefined },
  ) => Promise<T>;
  /**
   * Takes away what processes that died had begun to write before then, and gives how many that were; undefined where
   * the server does not let us ask.
   */
  removeHalves: (before: Date) => Promise<number | undefined>;
  /** Fails where the place cannot be written: asked at the start, so that the first upload does not find out. */
  check: () => Promise<void>;
}>;

export type StorageErrorKind = 'missing' | 'full' | 'unavailable';

export class StorageError extends SafeMessageError {
  readonly kind: StorageErrorKind;

  constructor(kind: StorageErrorKind, options: { cause?: unknown } = {}) {
    super(`storage: ${kind}`, options);
    this.name = 'StorageError';
    this.kind = kind;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** What a disk said, in the words of a storage; anything else stays what it is. */
export function storageErrorFromDisk(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENOENT') return new StorageError('missing', { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new StorageError('full', { cause: error });
  if (code === 'EIO' || code === 'EROFS' || code === 'EACCES')
    return new StorageError('unavailable', { cause: error });
  return error;
}

/** What the SDK of S3 throws bears a mark of its own, whether a server answered or none did; anything else stays. */
export function storageErrorFromServer(error: unknown): unknown {
  if (!(error instanceof Error) || !('$metadata' in error)) return error;
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number };
  return new StorageError(httpStatusCode === 507 ? 'full' : 'unavailable', { cause: error });
}

const keyShape = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]+)*$/;

/** Keys are ours: a name that somebody typed never becomes one, and so never leads out of the folder. */
export function checkedKey(key: string): string {
  if (key.length > 300 || !keyShape.test(key)) throw new Error('a storage key of a shape that is not ours');
  return key;
}

const folder = 'uploads/';

/** Where an upload lies in the storage: by its id alone, whatever its file is called. */
export const uploadKey = (id: string) => `${folder}${id}`;
export const uploadIdFromKey = (key: string) => key.slice(folder.length);

export type StorageSetting =
  | Readonly<{ kind: 'file'; folder: string }>
  | Readonly<{
      kind: 's3';
      bucket: string;
      region: string;
      endpoint: string | undefined;
      /** Undefined: as the SDK finds them, from a role of the machine for example. */
      credentials: Readonly<{ accessKeyId: string; secretAccessKey: string }> | undefined;
    }>;

export type OpenStorageOptions = {
  setting: StorageSetting;
  dataDir: string;
  uploadLifetimeMs: number;
  /** Asked before bytes of an upload under way go to a disk of this machine. */
  beforeWrite?: (bytes: number) => Promise<void>;
  /** Asked before bytes of a stored file are copied to a disk of this machine for the work on it. */
  beforeFetch?: (bytes: number) => Promise<void>;
};

/** The same place for whole files and for uploads under way: one that is finished is a stored file already. */
export type OpenedStorage = Readonly<{ storage: Storage; uploads: DataStore; close: () => Promise<void> }>;
