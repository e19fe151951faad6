import { createReadStream, createWriteStream } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '#server/errors/safe-message-error.ts';
import { MediaError } from './media-error.ts';
import { encodeWav } from './pcm.ts';
import type { DecodedAudio } from './prepare-audio.ts';
import { pcmBytesPerSecond } from './sound-meter.ts';

const bytesPerMs = pcmBytesPerSecond / 1_000;

/**
 * A WAV file that receives the decoded sound of several recordings, one after the other. Each starts at a whole
 * millisecond, so that times in the text are exact.
 */
export async function createJoinedSound(path: string) {
  const header = encodeWav(new Int16Array());
  await writeFile(path, header, { mode: 0o600 });
  let endMs = 0;
  const byteAt = (ms: number) => header.length + ms * bytesPerMs;
  const openAt = (start: number) => createWriteStream(path, { flags: 'r+', start });

  return {
    /** Returns the start of the added sound. */
    async add({ pcmPath, durationMs }: Pick<DecodedAudio, 'pcmPath' | 'durationMs'>, signal: AbortSignal) {
      const startMs = endMs;
      endMs += durationMs;
      try {
        await pipeline(createReadStream(pcmPath), openAt(byteAt(startMs)), { signal });
        // Fills up the last millisecond.
        await truncate(path, byteAt(endMs));
      } catch (error) {
        const code = codeOf(error);
        throw code === 'ENOSPC' || code === 'EDQUOT'
          ? new MediaError('disk_full', code, { cause: error })
          : error;
      }
      return startMs;
    },
    endMs: () => endMs,
    /** Writes the header, whose sizes are known only now. */
    async finish() {
      const view = new DataView(header.buffer);
      const dataBytes = endMs * bytesPerMs;
      view.setUint32(4, header.length - 8 + dataBytes, true);
      view.setUint32(40, dataBytes, true);
      await pipeline([header], openAt(0));
    },
  };
}
