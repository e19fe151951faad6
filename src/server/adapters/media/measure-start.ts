import { inputOptions, inputUrl } from './ffmpeg-input.ts';
import { type Programs, type RunLimits, runProgram } from './run-ffmpeg.ts';

type Options = {
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
export async function measureStart({ path, track, limits, signal, programs }: Options) {
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
