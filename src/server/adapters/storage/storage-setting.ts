import type { DataStore } from '@tus/server';
import type { Storage } from './storage.ts';

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
