import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import type { DataStore } from '@tus/server';
import { openDiskSink } from './disk-sink.ts';

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
