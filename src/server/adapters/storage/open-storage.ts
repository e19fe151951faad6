import { FileStore } from '@tus/file-store';
import type { DataStore } from '@tus/server';
import { openLocalStorage } from './local-storage.ts';
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

type OpenOptions = { setting: StorageSetting; dataDir: string; uploadLifetimeMs: number };

/** The same place for whole files and for uploads under way: one that is finished is a stored file already. */
export type OpenedStorage = Readonly<{ storage: Storage; uploads: DataStore; close: () => Promise<void> }>;

/** Loaded only where it is used: the SDK of S3 alone weighs as much as the rest of an idle server. */
export async function openStorage(options: OpenOptions): Promise<OpenedStorage> {
  const { setting, uploadLifetimeMs } = options;
  if (setting.kind === 's3') {
    const { openS3 } = await import('./open-s3.ts');
    return openS3({ ...options, setting });
  }
  return {
    storage: openLocalStorage({ folder: setting.folder }),
    uploads: new FileStore({
      directory: setting.folder,
      expirationPeriodInMilliseconds: uploadLifetimeMs,
    }),
    close: async () => {},
  };
}
