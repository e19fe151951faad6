import { FileStore } from '@tus/file-store';
import { openLocalStorage } from './local-storage.ts';
import type { OpenedStorage, OpenStorageOptions } from './storage-setting.ts';

/** Loaded only where it is used: the SDK of S3 alone weighs as much as the rest of an idle server. */
export async function openStorage(options: OpenStorageOptions): Promise<OpenedStorage> {
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
