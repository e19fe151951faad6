import { open } from 'node:fs/promises';
import { minuteMs } from '#domain/format/durations.ts';
import { MediaError } from './media-error.ts';
import {
  defaultMemoryBytes,
  defaultPrograms,
  inputOptions,
  isDiskFull,
  lastLine,
  runProgram,
  soundOnly,
} from './run-ffmpeg.ts';
import { pcmRateHz } from './sound-meter.ts';

type Options = Readonly<{ path: string; pcmPath: string; durationMs: number; signal: AbortSignal }>;

/** Decodes a playback copy, which this product has made, into 16 kHz mono PCM. */
export async function decodePlayable({ path, pcmPath, durationMs, signal }: Options): Promise<void> {
  await using file = await open(pcmPath, 'w', 0o600);
  const result = await runProgram({
    program: defaultPrograms.ffmpeg,
    inputPath: path,
    args: [
      ...['-nostdin', '-v', 'error'],
      ...inputOptions,
      ...soundOnly,
      ...['-ac', '1', '-ar', String(pcmRateHz), '-f', 's16le', 'pipe:1'],
    ],
    outputFd: file.fd,
    limits: { timeMs: 2 * minuteMs + durationMs, memoryBytes: defaultMemoryBytes },
    signal,
  });
  if (isDiskFull(result)) throw new MediaError('disk_full', lastLine(result));
  if (result.code !== 0) throw new MediaError('unreadable', lastLine(result));
}
