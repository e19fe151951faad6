import { vaultFolder } from './vault-place.ts';
import { runInWorker } from './worker-task.ts';

/** Larger ones would take the person's disk for what choosing the file again gives as well. */
const largestKeptBytes = 200_000_000;
/** A sound copy must save at least this share, or the wait for it was for nothing. */
const minSaving = 0.1;

export type SoundCopy = { file: File; ending: string };

type SoundOptions = { signal: AbortSignal; onProgress: (share: number) => void };

export type Vault = {
  /** Whether a copy is there now, from which the upload goes on after a reload. */
  keep: (id: string, file: File) => Promise<boolean>;
  read: (id: string) => Promise<File | undefined>;
  drop: (id: string) => Promise<void>;
  /** The sound alone; undefined where the whole file is better sent. */
  takeSound: (id: string, file: File, options: SoundOptions) => Promise<SoundCopy | undefined>;
  /** Removes all but these. */
  sweep: (keep: ReadonlySet<string>) => Promise<void>;
};

async function hasRoomFor(bytes: number) {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  // Twice: the browser would otherwise begin to throw away what other pages of the person keep.
  return quota - usage > bytes * 2;
}

const keepWorker = () => new Worker(new URL('./store-file-worker.ts', import.meta.url), { type: 'module' });
const soundWorker = () => new Worker(new URL('./sound-worker.ts', import.meta.url), { type: 'module' });

async function read(id: string) {
  try {
    return await (await (await vaultFolder()).getFileHandle(id)).getFile();
  } catch {
    return undefined;
  }
}

async function drop(id: string) {
  try {
    await (await vaultFolder()).removeEntry(id);
  } catch {
    // It was never there, or storage is forbidden.
  }
}

/** In the site's own file system. Where that is missing nothing is kept, and everything else goes on. */
export const browserVault: Vault = {
  read,
  drop,
  async keep(id, file) {
    if (file.size > largestKeptBytes) return false;
    try {
      if (!(await hasRoomFor(file.size))) return false;
      await runInWorker(keepWorker(), { kind: 'keep', id, file });
      return true;
    } catch {
      await drop(id);
      return false;
    }
  },
  async takeSound(id, file, options) {
    try {
      const copied = await runInWorker<{ ending: string } | undefined>(
        soundWorker(),
        { kind: 'copy_sound', id, file },
        options,
      );
      const sound = copied === undefined ? undefined : await read(id);
      if (copied !== undefined && sound !== undefined && sound.size < file.size * (1 - minSaving))
        return { file: sound, ending: copied.ending };
    } catch {
      // Any fault of ours is no fault of the file: it is sent whole.
    }
    await drop(id);
    options.signal.throwIfAborted();
    return undefined;
  },
  async sweep(keep) {
    try {
      const folder = (await vaultFolder()) as FileSystemDirectoryHandle & {
        keys: () => AsyncIterableIterator<string>;
      };
      for await (const id of folder.keys()) if (!keep.has(id)) await drop(id);
    } catch {
      // Storage is forbidden: then nothing is there either.
    }
  },
};
