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
 * The library's store, which writes as the rest of our files are written: its own keeps nothing flushed, writes each
 * piece of a socket by itself, and calls a full disk an unknown fault.
 */
export function openDiskUploads({ folder, lifetimeMs, beforeWrite }: Options): DataStore {
  const store = new FileStore({ directory: folder, expirationPeriodInMilliseconds: lifetimeMs });
  store.write = async (body, id, offset) => {
    const { storage } = await store.getUpload(id);
    if (storage === undefined) throw new Error(`the upload ${id} has no file`);
    const sink = openDiskSink(storage.path, { flags: 'r+', start: offset, beforeWrite });
    await pipeline(body, sink);
    return offset + sink.bytesWritten();
  };
  return store;
}

/** Loaded only where it is used: the SDK of S3 alone weighs as much as the rest of an idle server. */
export async function openStorage(options: OpenStorageOptions): Promise<OpenedStorage> {
  const { setting, uploadLifetimeMs, beforeWrite } = options;
  if (setting.kind === 's3') {
    const { openS3 } = await import('./s3-storage.ts');
    return openS3({ ...options, setting });
  }
  const storage = openLocalStorage({ folder: setting.folder });
  // The store of uploads makes its folder unasked, and where it cannot, it ends the process with a stack of its own.
  await storage.check().catch((error: unknown) => {
    throw storageUnusableError(setting, error);
  });
  return {
    storage,
    uploads: openDiskUploads({ folder: setting.folder, lifetimeMs: uploadLifetimeMs, beforeWrite }),
    close: async () => {},
  };
}
