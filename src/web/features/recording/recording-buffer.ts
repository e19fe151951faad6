import { type StoredRecording, savePiece } from './recording-vault.ts';

type KeeperOptions = {
  recording: StoredRecording;
  /** Called once; what comes after it stays in memory alone. */
  onFault: (fault: 'full' | 'forbidden') => void;
};

const isFull = (error: unknown) =>
  (error instanceof Error || error instanceof DOMException) && error.name === 'QuotaExceededError';

/** Holds a recording twice while it is made: in memory for the file that comes of it, and where a crash leaves it. */
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
    /** Once all that was added is written, or will not be. */
    settled: () => last,
  };
}

export type RecordingBuffer = ReturnType<typeof createRecordingBuffer>;
