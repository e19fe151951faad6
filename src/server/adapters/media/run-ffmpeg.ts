import { execFile, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { codeOf } from '#server/errors/safe-message-error.ts';
import { demuxers } from './demuxers.ts';
import { MediaError } from './media-error.ts';

/**
 * The input is passed as an open file descriptor. So ffmpeg cannot trust the file's extension, resolve references
 * in its folder, or mistake its path for an option or a protocol.
 */
export const inputUrl = 'file:/dev/fd/3';

/** Used before -i for both ffmpeg and ffprobe, because both must number the tracks the same way. */
export const inputOptions = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', demuxers],
  // Large enough to find a track that starts late.
  ...['-probesize', '50000000'],
];

/** Skips all non-audio streams without opening decoders for them. */
export const soundOnly = ['-vn', '-sn', '-dn', '-i', inputUrl];

const run = promisify(execFile);
const timeoutMs = 5_000;

const found = new Map<string, Promise<string | undefined>>();

/** Asks a shell with our PATH, because the programs that we start get an empty environment. */
async function findInPath(name: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', name], { timeout: timeoutMs });
    const path = stdout.trim();
    return path.startsWith('/') ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Caches a found path. A missing program is looked up again, because it may be installed in the meantime. */
export async function findProgram(name: string): Promise<string | undefined> {
  if (name.startsWith('/')) return name;
  const finding = found.get(name) ?? findInPath(name);
  found.set(name, finding);
  const path = await finding;
  if (path === undefined) found.delete(name);
  return path;
}

async function requireProgram(name: string): Promise<string> {
  const path = await findProgram(name);
  if (path === undefined) throw new MediaError('engine_missing', `${name} is not installed`);
  return path;
}

export type RunLimits = Readonly<{
  timeMs: number;
  /** Address space limit, where the system supports it (Linux). */
  memoryBytes: number;
}>;

export type MediaLimits = RunLimits &
  Readonly<{ /** Applies to the sound, whatever the header promises. */ maxDurationSeconds: number }>;

export type Programs = Readonly<{ ffmpeg: string; ffprobe: string }>;
export const defaultPrograms: Programs = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };

/** Includes about 500 MB of libraries and reserved stacks that 64-bit ffmpeg maps but never touches. */
export const defaultMemoryBytes = 1_610_612_736;

type Run = {
  program: string;
  args: readonly string[];
  /** Opened per run, because ffmpeg moves the file offset. */
  inputPath?: string;
  limits: RunLimits;
  signal?: AbortSignal | undefined;
  /** Receives the output in chunks. The program blocks while the callback is busy. */
  onOutput?: (piece: Buffer) => void | Promise<void>;
  /** The descriptor of a file that receives the output instead. */
  outputFd?: number;
};

export type RunResult = Readonly<{ code: number | null; killedBy: NodeJS.Signals | null; errors: string }>;

/** Below the web server's priority, but high enough that a busy engine does not starve it. */
const niceness = '5';
const keptErrorLength = 4_096;

/** Each command execs the next one, so that all share one process id. */
async function resourceLimitCommands({ timeMs, memoryBytes }: RunLimits): Promise<string[]> {
  const [setpriv, prlimit, nice] = await Promise.all(
    process.platform === 'linux' ? ['setpriv', 'prlimit', 'nice'].map(findProgram) : [],
  );
  // More CPU time than a small machine has in that period: a backstop for a process that outlives us.
  const processorSeconds = Math.ceil(timeMs / 1_000) * 8;
  return [
    // Kills the program when we die, even from SIGKILL.
    ...(setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL', '--']),
    ...(prlimit === undefined
      ? []
      : [prlimit, `--as=${memoryBytes}`, `--cpu=${processorSeconds}`, '--core=0', '--']),
    ...(nice === undefined ? [] : [nice, '-n', niceness]),
  ];
}

/** Keeps the start and end of stderr: ffmpeg may log an error per packet of a damaged file, for hours. */
function keepEnds(stream: Readable): () => string {
  let first = '';
  let last = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    if (first.length < keptErrorLength) first += text;
    else last = (last + text).slice(-keptErrorLength);
  });
  return () => first + last;
}

/** Starts a new session, so that Ctrl-C in the terminal does not reach it before our orderly stop. */
function start(command: readonly string[], { inputFd, outputFd }: { inputFd?: number; outputFd?: number }) {
  const [program = '', ...args] = command;
  return spawn(program, args, {
    stdio: ['ignore', outputFd ?? 'pipe', 'pipe', ...(inputFd === undefined ? [] : [inputFd])],
    // Hides our environment, which contains keys. LC_ALL=C keeps ffmpeg's messages in English.
    env: { LC_ALL: 'C' },
    detached: true,
  });
}

/** Runs a program until it ends, times out or is aborted. It has exited when the promise settles. */
export async function runProgram(options: Run): Promise<RunResult> {
  const { program, args, inputPath, limits, signal, onOutput, outputFd } = options;
  signal?.throwIfAborted();
  const command = [...(await resourceLimitCommands(limits)), await requireProgram(program), ...args];
  const input = inputPath === undefined ? undefined : await open(inputPath, 'r');
  try {
    signal?.throwIfAborted();
    const child = start(command, {
      ...(input && { inputFd: input.fd }),
      ...(outputFd !== undefined && { outputFd }),
    });
    const closed = new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
    let stopped: unknown;
    const stop = (reason: unknown) => {
      stopped ??= reason;
      child.kill('SIGKILL');
    };
    child.once('error', (error) =>
      stop(codeOf(error) === 'ENOENT' ? new MediaError('engine_missing', error.message) : error),
    );
    const onAbort = () => stop(signal?.reason);
    const timer = setTimeout(
      () => stop(new MediaError('took_too_long', `${program} exceeded ${limits.timeMs} ms`)),
      limits.timeMs,
    );
    signal?.addEventListener('abort', onAbort);
    const errors = keepEnds(child.stderr as Readable);
    const read = async () => {
      for await (const piece of child.stdout ?? []) {
        if (stopped !== undefined) break;
        await onOutput?.(piece);
      }
    };
    await read().catch(stop);
    await closed;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    if (stopped !== undefined) throw stopped;
    const result = { code: child.exitCode, killedBy: child.signalCode, errors: errors() };
    if (child.exitCode === 127 || child.exitCode === 126)
      throw new MediaError('engine_missing', result.errors);
    return result;
  } finally {
    await input?.close();
  }
}

export const isDiskFull = ({ errors }: RunResult) => /No space left on device|Disk quota/.test(errors);

/** The last line of stderr, which says most: the lines before concern single packets. */
export const lastLine = ({ errors, killedBy }: RunResult) =>
  killedBy === null ? (errors.trim().split('\n').at(-1) ?? '') : `killed by ${killedBy}`;

let checked: Promise<void> | undefined;

async function runBothPrograms() {
  for (const program of Object.values(defaultPrograms)) {
    try {
      await run(program, ['-version'], { timeout: timeoutMs });
    } catch (error) {
      throw new Error(`${program} does not run here: install ffmpeg (script/bootstrap does)`, {
        cause: error,
      });
    }
  }
}

/** Caches success only. The next call repeats a failed check, because the operator may have installed ffmpeg since. */
export function checkFfmpegInstalled(): Promise<void> {
  checked ??= runBothPrograms().catch((error) => {
    checked = undefined;
    throw error;
  });
  return checked;
}
