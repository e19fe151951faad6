import { storedFilesFolder } from './stored-files-folder.ts';
import { runInWorker } from './worker-task.ts';

/** Larger copies would cost too much disk space: the user can choose the file again. */
const largestKeptBytes = 200_000_000;
/** An audio copy must save at least this share to be worth sending. */
const minSaving = 0.1;

type SoundOptions = { signal: AbortSignal; onProgress: (share: number) => void };

async function hasSpaceFor(bytes: number) {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  // Require twice the space, or the browser may evict data of other sites.
  return quota - usage > bytes * 2;
}

const keepWorker = () => new Worker(new URL('./store-file-worker.ts', import.meta.url), { type: 'module' });
const soundWorker = () => new Worker(new URL('./sound-worker.ts', import.meta.url), { type: 'module' });

async function read(id: string) {
  try {
    return await (await (await storedFilesFolder()).getFileHandle(id)).getFile();
  } catch {
    return undefined;
  }
}

async function drop(id: string) {
  try {
    await (await storedFilesFolder()).removeEntry(id);
  } catch {
    // The file does not exist, or storage is blocked.
  }
}

/** Stores files in the origin-private file system. Without it nothing is stored, and uploads still work. */
export const browserFiles = {
  read,
  drop,
  /** Stores a copy for resuming after a reload. Returns false if that is not possible. */
  async keep(id: string, file: File): Promise<boolean> {
    if (file.size > largestKeptBytes) return false;
    try {
      if (!(await hasSpaceFor(file.size))) return false;
      await runInWorker(keepWorker(), { id, file });
      return true;
    } catch {
      await drop(id);
      return false;
    }
  },
  /** Extracts the audio; undefined if the whole file should be sent. */
  async takeSound(id: string, file: File, options: SoundOptions) {
    try {
      const copied = await runInWorker<{ extension: string } | undefined>(
        soundWorker(),
        { id, file },
        options,
      );
      const sound = copied === undefined ? undefined : await read(id);
      if (copied !== undefined && sound !== undefined && sound.size < file.size * (1 - minSaving))
        return { file: sound, extension: copied.extension };
    } catch {
      // If the extraction fails, send the whole file.
    }
    await drop(id);
    options.signal.throwIfAborted();
    return undefined;
  },
  /** Deletes all files except these. */
  async sweep(keep: ReadonlySet<string>) {
    try {
      const folder = (await storedFilesFolder()) as FileSystemDirectoryHandle & {
        keys: () => AsyncIterableIterator<string>;
      };
      for await (const id of folder.keys()) if (!keep.has(id)) await drop(id);
    } catch {
      // Storage is blocked, so there is nothing to delete.
    }
  },
};
