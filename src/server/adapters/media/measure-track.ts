import { MediaError } from './media-error.ts';
import {
  inputOptions,
  inputUrl,
  type MediaLimits,
  type Programs,
  runProgram,
  soundOnly,
} from './run-ffmpeg.ts';

export type Measuring = {
  path: string;
  track: number;
  limits: MediaLimits;
  signal: AbortSignal | undefined;
  programs: Programs;
};

/** Decoders consume a packet or two before the first sound comes out. */
const packets = 8;

/**
 * Measures the timestamp of the first decoded sound, or returns undefined if there is none. The start in the
 * file's header is the first packet's, and Opus drops its first milliseconds.
 */
export async function measureStart({ path, track, limits, signal, programs }: Measuring) {
  let output = '';
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
      if (output.length < 4_096) output += piece.toString('latin1');
    },
  });
  const first = /^-?\d+\.\d+/m.exec(output)?.[0];
  return first === undefined ? undefined : Number(first);
}

const keptLength = 8_192;

/** Measures the end of the last packet by reading all packets without decoding. */
export async function measureEnd({ path, track, limits, signal, programs }: Measuring): Promise<number> {
  let output = '';
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
      output = (output + piece.toString('latin1')).slice(-keptLength);
      const soFar = lastTime(output);
      if (soFar > limits.maxDurationSeconds) throw new MediaError('too_long', `more than ${soFar} s`);
    },
  });
  if (result.code !== 0 && lastTime(output) === 0) throw new MediaError('unreadable', result.errors);
  return lastTime(output);
}

function lastTime(output: string): number {
  const name = 'out_time_us=';
  const at = output.lastIndexOf(name);
  // "N/A" before the first packet, or a partial number at the end of a chunk, which the next chunk completes.
  const microseconds = /^\d+(?=\n)/.exec(output.slice(at + name.length))?.[0];
  return at === -1 || microseconds === undefined ? 0 : Number(microseconds) / 1_000_000;
}
