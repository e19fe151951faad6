import { MediaError } from './media-error.ts';
import {
  inputOptions,
  inputUrl,
  type Programs,
  type RunLimits,
  runProgram,
  soundOnly,
} from './run-ffmpeg.ts';

type StartOptions = {
  path: string;
  track: number;
  limits: RunLimits;
  signal: AbortSignal | undefined;
  programs: Programs;
};

/** Decoders swallow a packet or two before the first sound comes out. */
const packets = 8;

/**
 * When the first decoded sound is due, by the file's own count; undefined where nothing came. What the file says of
 * its tracks is where their first packet is, and of that Opus swallows the first milliseconds.
 */
export async function measureStart({ path, track, limits, signal, programs }: StartOptions) {
  let told = '';
  await runProgram({
    program: programs.ffprobe,
    inputPath: path,
    args: [
      ...['-v', 'error', ...inputOptions, '-select_streams', String(track)],
      ...['-read_intervals', `%+#${packets}`, '-show_entries', 'frame=best_effort_timestamp_time'],
      ...['-of', 'csv=print_section=0', inputUrl],
    ],
    limits,
    signal,
    onOutput: (piece) => {
      if (told.length < 4_096) told += piece.toString('latin1');
    },
  });
  const first = /^-?\d+\.\d+/m.exec(told)?.[0];
  return first === undefined ? undefined : Number(first);
}

type EndOptions = {
  path: string;
  track: number;
  limits: RunLimits & { maxDurationSeconds: number };
  signal: AbortSignal | undefined;
  programs: Programs;
};

const keptLength = 8_192;

/** Where the last packet ends, by reading all of them without decoding one. */
export async function measureEnd({ path, track, limits, signal, programs }: EndOptions): Promise<number> {
  let told = '';
  const result = await runProgram({
    program: programs.ffmpeg,
    inputPath: path,
    args: [
      ...['-v', 'error', '-nostdin', '-nostats', '-progress', 'pipe:1'],
      ...[...inputOptions, ...soundOnly],
      ...['-map', `0:${track}`, '-c', 'copy', '-f', 'null', '-'],
    ],
    limits,
    signal,
    onOutput: (piece) => {
      told = (told + piece.toString('latin1')).slice(-keptLength);
      const soFar = lastTime(told);
      if (soFar > limits.maxDurationSeconds) throw new MediaError('too_long', `more than ${soFar} s`);
    },
  });
  if (result.code !== 0 && lastTime(told) === 0) throw new MediaError('unreadable', result.errors);
  return lastTime(told);
}

function lastTime(told: string): number {
  const name = 'out_time_us=';
  const at = told.lastIndexOf(name);
  // "N/A" before the first packet, and half a number at the end of a piece: the next one brings it whole.
  const microseconds = /^\d+(?=\n)/.exec(told.slice(at + name.length))?.[0];
  return at === -1 || microseconds === undefined ? 0 : Number(microseconds) / 1_000_000;
}
