import { openDiskUploads } from './disk-uploads.ts';
import { openLocalStorage } from './local-storage.ts';
import type { OpenedStorage, OpenStorageOptions } from './storage-setting.ts';
import { unusable } from './until-storage-answers.ts';

/** Loaded only where it is used: the SDK of S3 alone weighs as much as the rest of an idle server. */
export async function openStorage(options: OpenStorageOptions): Promise<OpenedStorage> {
  const { setting, uploadLifetimeMs, beforeWrite } = options;
  if (setting.kind === 's3') {
    const { openS3 } = await import('./open-s3.ts');
    return openS3({ ...options, setting });
  }
  const storage = openLocalStorage({ folder: setting.folder });
  // The store of uploads makes its folder unasked, and where it cannot, it ends the process with a stack of its own.
  await storage.check().catch((error: unknown) => {
    throw unusable(setting, error);
  });
  return {
    storage,
    uploads: openDiskUploads({ folder: setting.folder, lifetimeMs: uploadLifetimeMs, beforeWrite }),
    close: async () => {},
  };
}
