import { type FileHandle, open } from 'node:fs/promises';
import { MediaFault } from './media-fault.ts';
import { createSoundMeter, pcmRateHz } from './sound-meter.ts';

const bytesPerSample = 2;
const silentBlockSamples = 65_536;

/** ffmpeg's pieces end anywhere, also in the middle of a sample. */
function createAligner() {
  const odd = Buffer.alloc(1);
  let oddBytes = 0;
  return (piece: Buffer): Int16Array => {
    const bytes = oddBytes + piece.length;
    const samples = bytes >> 1;
    if (oddBytes === 0 && piece.byteOffset % bytesPerSample === 0 && bytes % bytesPerSample === 0)
      return new Int16Array(piece.buffer, piece.byteOffset, samples);
    const aligned = new Uint8Array(bytes);
    aligned.set(odd.subarray(0, oddBytes));
    aligned.set(piece, oddBytes);
    oddBytes = bytes % bytesPerSample;
    if (oddBytes === 1) odd[0] = aligned[bytes - 1] as number;
    return new Int16Array(aligned.buffer, 0, samples);
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array) {
  try {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done);
      done += bytesWritten;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new MediaFault('disk_full', String(code), { cause: error });
    throw error;
  }
}

type Options = { part: string; startSeconds: number; maxDurationSeconds: number };

/** Keeps the sound and measures it as it comes; the file's clock begins with silence where the track begins late. */
export async function openPcmWriter({ part, startSeconds, maxDurationSeconds }: Options) {
  const file = await open(part, 'w', 0o600);
  const meter = createSoundMeter();
  const align = createAligner();
  const maxSamples = maxDurationSeconds * pcmRateHz;

  async function add(pcm: Int16Array) {
    if (meter.samples() + pcm.length > maxSamples)
      throw new MediaFault('too_long', `more than ${maxDurationSeconds} s`);
    meter.add(pcm);
    await writeAll(file, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
  }

  let late = Math.round(startSeconds * pcmRateHz);
  const silence = new Int16Array(Math.min(late, silentBlockSamples));
  try {
    for (; late > 0; late -= silence.length) await add(silence.subarray(0, late));
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    write: (piece: Buffer) => add(align(piece)),
    levels: meter.levels,
    seconds: () => meter.samples() / pcmRateHz,
    finish: meter.finish,
    close: () => file.close(),
  };
}
