import { readFile } from 'node:fs/promises';
import { encodedRateHz, type PlayableMethod, playableOutput } from './browser-playback.ts';
import type { AudioTrack } from './parse-ffprobe.ts';
import { inputOptions, soundOnly } from './run-ffmpeg.ts';
import { pcmRateHz } from './sound-meter.ts';

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

const mono = (rateHz: number) => `aformat=sample_fmts=s16:sample_rates=${rateHz}:channel_layouts=mono`;

/** Beyond eight channels no layout says which is where: all count the same. */
function downmix({ channels }: AudioTrack): string[] {
  if (channels <= 8) return [];
  const all = Array.from({ length: channels }, (_, channel) => `c${channel}`).join('+');
  return [`pan=mono|c0<${all}`];
}

/** Timestamps that jump further than these are damage: the sound is appended where they would lose or invent hours. */
const furthestBackSeconds = 1;
const furthestBeyondEndSeconds = 30;

/** ld(0) is where the last piece ended. Commas are the filter's own, hence the backslashes. */
const believable = (endSeconds: number) =>
  'asetpts=' +
  `if(lt(PTS*TB\\,ld(0)-${furthestBackSeconds})+gt(PTS*TB\\,${endSeconds + furthestBeyondEndSeconds})*gt(T\\,ld(0)+1)` +
  '\\,st(1\\,ld(0)/TB)\\,st(1\\,PTS))+0*st(0\\,ld(1)*TB+NB_SAMPLES/SR)';

/**
 * Fills gaps, so that what is said after one keeps its time. Mono and slow already: it holds a gap in memory. Not
 * told to begin at zero: ffmpeg starts it anew when a file changes its channels midway, and it would fill all again.
 */
const fillGaps = 'aresample=async=1';

type Pass = {
  track: AudioTrack;
  endSeconds: number;
  way: PlayableMethod;
  playablePart: string;
  countPart: string;
};

/** Of the sound as it is decoded; the count is of the same rate. */
export const decodedRateHz = (way: PlayableMethod) => (way === 'encode' ? encodedRateHz : pcmRateHz);

/**
 * One process, which reads the original once: the sound on its output, a count of what was decoded, and what a browser
 * plays.
 */
export function ffmpegArguments({ track, endSeconds, way, playablePart, countPart }: Pass): string[] {
  const source = `0:${track.index}`;
  const rateHz = decodedRateHz(way);
  const decoded = `[${source}]${[...downmix(track), mono(rateHz)].join(',')},asplit[decoded][count]`;
  const counted = `[count]${countFilters(rateHz)}[counted]`;
  const filled = `[decoded]${believable(endSeconds)},${fillGaps}`;
  const heard =
    way === 'encode' ? `${filled},asplit[wide][listen];[wide]${mono(pcmRateHz)}[sound]` : `${filled}[sound]`;
  return [
    ...['-v', 'error', '-nostdin', '-y', '-threads', '2', '-max_error_rate', '1'],
    ...[...inputOptions, ...soundOnly],
    ...['-filter_complex', [decoded, counted, heard].join(';')],
    // Without "flush_packets 0" each packet is a write of its own, of some hundred bytes.
    ...['-map', '[sound]', '-c:a', 'pcm_s16le', '-flush_packets', '0', '-f', 's16le', 'pipe:1'],
    ...['-map', '[counted]', ...countOutput(countPart)],
    ...(way === 'none'
      ? []
      : ['-map', way === 'encode' ? '[listen]' : source, ...playableOutput(way, playablePart)]),
  ];
}
