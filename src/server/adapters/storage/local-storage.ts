import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '#server/errors/safe-message-error.ts';
import { openDiskSink } from './disk-sink.ts';
import {
  checkedKey,
  type PutOptions,
  type Storage,
  type StoredFile,
  storageErrorFromDisk,
} from './storage.ts';

/** Half-written files live in their own folder, so that no listing shows them. The sweep removes those of a crash. */
const unfinished = '.unfinished';

const withStorageErrors = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw storageErrorFromDisk(error);
  });

async function syncFolder(path: string) {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export function openLocalStorage({ folder }: { folder: string }): Storage {
  const pathOf = (key: string) => join(folder, checkedKey(key));

  async function put(key: string, body: Readable, { signal, beforeWrite }: PutOptions = {}) {
    const path = pathOf(key);
    const halfWritten = join(folder, unfinished, randomUUID());
    try {
      await mkdir(dirname(halfWritten), { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      // Flush before the rename, so that after a power cut a file is complete or absent.
      const sink = openDiskSink(halfWritten, { beforeWrite });
      await pipeline(body, sink, signal === undefined ? {} : { signal });
      await rename(halfWritten, path);
      await syncFolder(dirname(path));
      return sink.bytesWritten();
    } catch (error) {
      await rm(halfWritten, { force: true });
      throw signal?.aborted ? error : storageErrorFromDisk(error);
    }
  }

  /** Flushes the file where it is and renames it, so that no byte is copied. */
  async function putFile(key: string, source: string, options: { signal?: AbortSignal | undefined } = {}) {
    const path = pathOf(key);
    try {
      options.signal?.throwIfAborted();
      await mkdir(dirname(path), { recursive: true });
      const file = await open(source, 'r+');
      const { size } = await file
        .sync()
        .then(() => file.stat())
        .finally(() => file.close());
      await rename(source, path);
      await syncFolder(dirname(path));
      return size;
    } catch (error) {
      // The files may be on another disk than the work folder.
      if (codeOf(error) === 'EXDEV') return put(key, createReadStream(source), options);
      throw options.signal?.aborted ? error : storageErrorFromDisk(error);
    }
  }

  async function statOf(key: string): Promise<StoredFile | undefined> {
    try {
      const { size, mtime } = await stat(pathOf(key));
      return { key, bytes: size, changedAt: mtime };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw storageErrorFromDisk(error);
    }
  }

  /** The names in a folder, with a slash after subfolders. This sorts the keys like an S3 bucket. */
  async function namesIn(prefix: string): Promise<string[]> {
    const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw storageErrorFromDisk(error);
    });
    return entries
      .filter((entry) => (entry.isFile() || entry.isDirectory()) && entry.name !== unfinished)
      .map((entry) => `${prefix === '' ? '' : `${prefix}/`}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      .sort();
  }

  async function* list(prefix: string, { after = '' } = {}): AsyncIterable<StoredFile> {
    for (const name of await namesIn(prefix)) {
      if (!name.endsWith('/')) {
        // Skip files deleted since the folder was read.
        const found = name > after ? await statOf(name) : undefined;
        if (found !== undefined) yield found;
      } else if (name > after || after.startsWith(name)) yield* list(name.slice(0, -1), { after });
    }
  }

  return {
    kind: 'file',
    put,
    putFile,
    async read(key, range) {
      const file = await withStorageErrors(open(pathOf(key), 'r'));
      return file.createReadStream(range === undefined ? {} : { start: range.start, end: range.end });
    },
    stat: statOf,
    async remove(key) {
      const path = pathOf(key);
      await unlink(path).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw storageErrorFromDisk(error);
      });
      // Removes the recording's folder once it is empty. A folder that all uploads share stays, because another upload may
      // just begin in it and would find no folder.
      const own = dirname(path);
      if (own !== folder && dirname(own) !== folder) await rmdir(own).catch(() => undefined);
    },
    removeAll: (prefix) => withStorageErrors(rm(pathOf(prefix), { recursive: true, force: true })),
    list,
    withLocalFile: async (key, work) => {
      const path = pathOf(key);
      await withStorageErrors(access(path, constants.R_OK));
      return work(path);
    },
    async removeHalves(before) {
      const failures: unknown[] = [];
      let removed = 0;
      for (const name of await readdir(join(folder, unfinished)).catch(() => [])) {
        const half = join(folder, unfinished, name);
        const found = await stat(half).catch(() => undefined);
        if (found === undefined || found.mtime >= before) continue;
        await rm(half, { force: true }).then(
          () => {
            removed += 1;
          },
          (error: unknown) => failures.push(error),
        );
      }
      // One failure does not prevent the removal of the others.
      if (failures.length > 0) throw storageErrorFromDisk(failures[0]);
      return removed;
    },
    check: async () => {
      await withStorageErrors(mkdir(join(folder, unfinished), { recursive: true }));
      await withStorageErrors(access(folder, constants.R_OK | constants.W_OK));
    },
  };
}
