import { readFile } from 'node:fs/promises';

const bytesPerSample = 2;

/** One line of output for each second of decoded sound. */
const secondFrames = (rateHz: number) => `asetnsamples=n=${rateHz}:p=0`;
/** Timestamps of a damaged file jump; the muxer takes only rising ones. */
const risingTimestamps = 'asetpts=N/SR/TB';

export const countFilters = (rateHz: number) => `${secondFrames(rateHz)},${risingTimestamps}`;

/** framecrc writes a line for each frame. Flushed line by line, since a damaged file can end ffmpeg at any moment. */
export const countOutput = (place: string) => [
  ...['-c:a', 'pcm_s16le', '-flush_packets', '1', '-f', 'framecrc', `file:${place}`],
];

/** Lines read "stream, dts, pts, duration, bytes, checksum"; comments begin with #. */
function bytesOfLine(line: string): number {
  const bytes = line.startsWith('#') ? Number.NaN : Number(line.split(',')[4]);
  return Number.isSafeInteger(bytes) ? bytes : 0;
}

/**
 * Seconds of sound that the decoder gave, before gaps were filled with silence. A container whose timestamps are
 * damaged can turn half a second of sound into minutes on its clock, and the owner must not pay for the silence.
 */
export async function readCountedSeconds(place: string, rateHz: number): Promise<number> {
  const told = await readFile(place, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // ffmpeg creates its outputs only after it opened its input: no file means no sound.
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const bytes = told.split('\n').reduce((sum, line) => sum + bytesOfLine(line), 0);
  return bytes / bytesPerSample / rateHz;
}
