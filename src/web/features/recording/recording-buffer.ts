import { type StoredRecording, savePiece } from './recording-vault.ts';

type KeeperOptions = {
  recording: StoredRecording;
  /** Called once. Later data is kept only in memory. */
  onFault: (fault: 'full' | 'forbidden') => void;
};

const isFull = (error: unknown) =>
  (error instanceof Error || error instanceof DOMException) && error.name === 'QuotaExceededError';

/** Keeps a recording in memory, for the resulting file, and in IndexedDB, to survive a crash. */
export function createRecordingBuffer({ recording, onFault }: KeeperOptions) {
  const pieces: Blob[] = [];
  let known = recording;
  let isKeeping = true;
  let last = Promise.resolve();

  async function write(sound: Blob, at: number) {
    if (!isKeeping) return;
    try {
      await savePiece(known, { at, sound });
    } catch (error) {
      isKeeping = false;
      onFault(isFull(error) ? 'full' : 'forbidden');
    }
  }

  return {
    add(sound: Blob, seconds: number) {
      if (sound.size === 0) return;
      const at = pieces.push(sound) - 1;
      known = { ...known, seconds, bytes: known.bytes + sound.size };
      last = last.then(() => write(sound, at));
    },
    recording: () => known,
    sound: () => new Blob(pieces, { type: known.type }),
    /** Resolves when all pending writes have succeeded or failed. */
    settled: () => last,
  };
}

export type RecordingBuffer = ReturnType<typeof createRecordingBuffer>;
