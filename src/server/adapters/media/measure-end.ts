import { inputOptions, soundOnly } from './ffmpeg-input.ts';
import { MediaFault } from './media-fault.ts';
import { type Programs, type RunLimits, runProgram } from './run-ffmpeg.ts';

type Options = {
  path: string;
  track: number;
  limits: RunLimits & { maxDurationSeconds: number };
  signal: AbortSignal | undefined;
  programs: Programs;
};

const keptLength = 8_192;

/** Where the last packet ends, by reading all of them without decoding one. */
export async function measureEnd({ path, track, limits, signal, programs }: Options): Promise<number> {
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
      if (soFar > limits.maxDurationSeconds) throw new MediaFault('too_long', `more than ${soFar} s`);
    },
  });
  if (result.code !== 0 && lastTime(told) === 0) throw new MediaFault('unreadable', result.errors);
  return lastTime(told);
}

function lastTime(told: string): number {
  const name = 'out_time_us=';
  const at = told.lastIndexOf(name);
  // "N/A" before the first packet, and half a number at the end of a piece: the next one brings it whole.
  const microseconds = /^\d+(?=\n)/.exec(told.slice(at + name.length))?.[0];
  return at === -1 || microseconds === undefined ? 0 : Number(microseconds) / 1_000_000;
}
