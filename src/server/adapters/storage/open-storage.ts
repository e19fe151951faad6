import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import type { DataStore } from '@tus/server';
import { openDiskSink } from './disk-sink.ts';
import { openLocalStorage } from './local-storage.ts';
import type { OpenedStorage, OpenStorageOptions } from './storage.ts';
import { storageUnusableError } from './storage-health.ts';

type Options = {
  folder: string;
  lifetimeMs: number;
  beforeWrite?: ((bytes: number) => Promise<void>) | undefined;
};

/**
 * The tus library's disk store with our own write. The library's write does not flush, writes each socket chunk
 * separately, and reports a full disk as an unknown error.
 */
function openDiskUploads({ folder, lifetimeMs, beforeWrite }: Options): DataStore {
  const store = new FileStore({ directory: folder, expirationPeriodInMilliseconds: lifetimeMs });
  store.write = async (body, id, offset) => {
    const { storage } = await store.getUpload(id);
    if (storage === undefined) throw new Error(`the upload ${id} has no storage path`);
    const sink = openDiskSink(storage.path, { flags: 'r+', start: offset, beforeWrite });
    await pipeline(body, sink);
    return offset + sink.bytesWritten();
  };
  return store;
}

/** Imports S3 on demand, because its SDK needs as much memory as the rest of an idle server. */
export async function openStorage(options: OpenStorageOptions): Promise<OpenedStorage> {
  const { setting, uploadLifetimeMs, beforeWrite } = options;
  if (setting.kind === 's3') {
    const { openS3 } = await import('./s3-storage.ts');
    return openS3({ ...options, setting });
  }
  const storage = openLocalStorage({ folder: setting.folder });
  // The tus library creates this folder itself, and crashes the process if that fails.
  await storage.check().catch((error: unknown) => {
    throw storageUnusableError(setting, error);
  });
  return {
    storage,
    uploads: openDiskUploads({ folder: setting.folder, lifetimeMs: uploadLifetimeMs, beforeWrite }),
    close: async () => {},
  };
}
