import { readFile } from 'node:fs/promises';
import { encodedRateHz, type PlayableMethod, playableOutput } from './browser-playback.ts';
import type { AudioTrack, ProbedMedia } from './parse-ffprobe.ts';
import { inputOptions, soundOnly } from './run-ffmpeg.ts';
import { pcmRateHz } from './sound-meter.ts';

const bytesPerSample = 2;

/**
 * Ten output lines per second of decoded sound. A restart of the filter drops the unfinished line, so with long lines a
 * file that changes its rate again and again would cost nothing.
 */
const countedFrames = (rateHz: number) => `asetnsamples=n=${rateHz / 10}:p=0`;
/** Timestamps of a damaged file jump, but the muxer accepts only rising ones. */
const risingTimestamps = 'asetpts=N/SR/TB';

const countFilters = (rateHz: number) => `${countedFrames(rateHz)},${risingTimestamps}`;

/** framecrc writes a line per frame. Flushed line by line, because a damaged file can crash ffmpeg at any moment. */
const countOutput = (path: string) => [
  ...['-c:a', 'pcm_s16le', '-flush_packets', '1', '-f', 'framecrc', `file:${path}`],
];

/** Line format: "stream, dts, pts, duration, bytes, checksum". Comments begin with #. */
function bytesOfLine(line: string): number {
  const bytes = line.startsWith('#') ? Number.NaN : Number(line.split(',')[4]);
  return Number.isSafeInteger(bytes) ? bytes : 0;
}

/**
 * Returns the seconds of decoded sound before gaps were filled with silence. Damaged timestamps can stretch half a
 * second of sound to minutes, and the owner must not pay for the silence.
 */
export async function readCountedSeconds(path: string, rateHz: number): Promise<number> {
  const lines = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // ffmpeg creates its outputs after opening its input, so a missing file means no sound.
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const bytes = lines.split('\n').reduce((sum, line) => sum + bytesOfLine(line), 0);
  return bytes / bytesPerSample / rateHz;
}

const mono = (rateHz: number) => `aformat=sample_fmts=s16:sample_rates=${rateHz}:channel_layouts=mono`;

/** Above eight channels no standard layout exists, so mix all channels equally. */
function downmix({ channels }: AudioTrack): string[] {
  if (channels <= 8) return [];
  const all = Array.from({ length: channels }, (_, channel) => `c${channel}`).join('+');
  return [`pan=mono|c0<${all}`];
}

/** Timestamps that jump further are damaged. The sound is then appended, because a jump would lose or invent hours. */
const furthestBackSeconds = 1;
const furthestBeyondEndSeconds = 30;

/** ld(0) holds the end of the previous frame. The backslashes escape commas, which separate filters. */
const believable = (endSeconds: number) =>
  'asetpts=' +
  `if(lt(PTS*TB\\,ld(0)-${furthestBackSeconds})+gt(PTS*TB\\,${endSeconds + furthestBeyondEndSeconds})*gt(T\\,ld(0)+1)` +
  '\\,st(1\\,ld(0)/TB)\\,st(1\\,PTS))+0*st(0\\,ld(1)*TB+NB_SAMPLES/SR)';

/**
 * Fills gaps with silence, so that later speech keeps its time. Runs after the downmix, because it buffers a gap.
 * Without `first_pts=0`: ffmpeg restarts the filter when a file changes channels, and would fill the start again.
 */
const fillGaps = 'aresample=async=1';

/**
 * Joined Ogg and FLAC files count samples, and ffmpeg divides all of them by the rate of the first part. After a change
 * of the rate, which restarts the filter, timestamps follow the samples. Otherwise speech would stutter or overlap.
 */
function clockOfSamples({ container, track }: Pick<Pass, 'container' | 'track'>): string[] {
  if (container !== 'ogg' && container !== 'flac') return [];
  return [`asetpts=if(eq(SR\\,${track.sampleRate})\\,PTS\\,N/SR/TB)`];
}

type Pass = {
  container: ProbedMedia['container'];
  track: AudioTrack;
  endSeconds: number;
  way: PlayableMethod;
  playablePart: string;
  countPart: string;
};

/** The rate of the decoded sound, and of its count. */
export const decodedRateHz = (way: PlayableMethod) => (way === 'encode' ? encodedRateHz : pcmRateHz);

/** One ffmpeg process reads the original once. It writes the PCM, the count of decoded sound and the playable file. */
export function ffmpegArguments({
  container,
  track,
  endSeconds,
  way,
  playablePart,
  countPart,
}: Pass): string[] {
  const source = `0:${track.index}`;
  const rateHz = decodedRateHz(way);
  const decoding = [...clockOfSamples({ container, track }), ...downmix(track), mono(rateHz)];
  const decoded = `[${source}]${decoding.join(',')},asplit[decoded][count]`;
  const counted = `[count]${countFilters(rateHz)}[counted]`;
  const filled = `[decoded]${believable(endSeconds)},${fillGaps}`;
  const heard =
    way === 'encode' ? `${filled},asplit[wide][listen];[wide]${mono(pcmRateHz)}[sound]` : `${filled}[sound]`;
  return [
    ...['-v', 'error', '-nostdin', '-y', '-threads', '2', '-max_error_rate', '1'],
    ...[...inputOptions, ...soundOnly],
    ...['-filter_complex', [decoded, counted, heard].join(';')],
    // Without "flush_packets 0", ffmpeg would write each packet of a few hundred bytes separately.
    ...['-map', '[sound]', '-c:a', 'pcm_s16le', '-flush_packets', '0', '-f', 's16le', 'pipe:1'],
    ...['-map', '[counted]', ...countOutput(countPart)],
    ...(way === 'none'
      ? []
      : ['-map', way === 'encode' ? '[listen]' : source, ...playableOutput(way, playablePart)]),
  ];
}
