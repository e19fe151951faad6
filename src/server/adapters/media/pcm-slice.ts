import type { FileHandle } from 'node:fs/promises';
import { pcmRateHz } from './sound-meter.ts';

const samplesPerMs = pcmRateHz / 1_000;

type Slice = { file: FileHandle; startMs: number; endMs: number };

/** The samples from startMs up to endMs, and fewer only where the file ends before. */
export async function readPcmSlice({ file, startMs, endMs }: Slice): Promise<Int16Array> {
  const pcm = new Int16Array(Math.max(0, Math.round((endMs - startMs) * samplesPerMs)));
  const bytes = new Uint8Array(pcm.buffer);
  const place = Math.round(startMs * samplesPerMs) * pcm.BYTES_PER_ELEMENT;
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, place + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return pcm.subarray(0, Math.floor(read / pcm.BYTES_PER_ELEMENT));
}
