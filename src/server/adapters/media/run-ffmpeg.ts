import { execFile, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { MediaError } from './media-error.ts';

/**
 * Handed over as an open file: ffmpeg sees neither a name whose ending it would believe, nor a folder in which a
 * reference could be resolved, nor a path that it could mistake for an option or a protocol.
 */
export const inputUrl = 'file:/dev/fd/3';

/** No other demuxer: others follow references (playlists), or read pictures and subtitles. */
const demuxers = 'mp3,wav,mov,mp4,m4a,3gp,3g2,mj2,flac,ogg,avi,matroska,webm,flv';

/** Before -i, for ffmpeg and ffprobe alike: both must see the same tracks under the same numbers. */
export const inputOptions = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', demuxers],
  // A track that begins late is found all the same.
  ...['-probesize', '50000000'],
];

/** What is not sound is skipped where it lies, and no decoder is opened for it. */
export const soundOnly = ['-vn', '-sn', '-dn', '-i', inputUrl];

const run = promisify(execFile);
const timeoutMs = 5_000;

const found = new Map<string, Promise<string | undefined>>();

/** By the shell, which asks the PATH that we were started with: what we start gets none of our environment. */
async function look(name: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', name], { timeout: timeoutMs });
    const path = stdout.trim();
    return path.startsWith('/') ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Remembered while it is there; looked for again while it is missing, as it may be installed meanwhile. */
export async function findProgram(name: string): Promise<string | undefined> {
  if (name.startsWith('/')) return name;
  const looking = found.get(name) ?? look(name);
  found.set(name, looking);
  const path = await looking;
  if (path === undefined) found.delete(name);
  return path;
}

export async function requireProgram(name: string): Promise<string> {
  const path = await findProgram(name);
  if (path === undefined) throw new MediaError('engine_missing', `${name} is not on this machine`);
  return path;
}

export type RunLimits = Readonly<{
  timeMs: number;
  /** Of address space, where the system can hold a process to it (Linux). */
  memoryBytes: number;
}>;

export type Programs = Readonly<{ ffmpeg: string; ffprobe: string }>;
export const defaultPrograms: Programs = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };

/** Of 64-bit ffmpeg some 500 MB are libraries and reserved stacks that are never touched. */
export const defaultMemoryBytes = 1_610_612_736;

type Run = {
  program: string;
  args: readonly string[];
  /** Opened for this one run: ffmpeg may move the place where it reads. */
  inputPath?: string;
  limits: RunLimits;
  signal?: AbortSignal | undefined;
  /** Takes what it writes, piece by piece; while it is busy, the program waits. */
  onOutput?: (piece: Buffer) => void | Promise<void>;
  /** Of a file that takes what it writes instead. */
  outputFd?: number;
};

export type RunResult = Readonly<{ code: number | null; killedBy: NodeJS.Signals | null; errors: string }>;

/** Behind the web server, and not so far that a busy engine starves it: somebody waits for it. */
const niceness = '5';
const keptErrorLength = 4_096;

/** Each of them becomes the next by exec, so that all are the one process we know. */
async function resourceLimitCommands({ timeMs, memoryBytes }: RunLimits): Promise<string[]> {
  const [setpriv, prlimit, nice] = await Promise.all(
    process.platform === 'linux' ? ['setpriv', 'prlimit', 'nice'].map(findProgram) : [],
  );
  // More than all cores could use in that time on a small machine: only for what outlives us somehow.
  const processorSeconds = Math.ceil(timeMs / 1_000) * 8;
  return [
    // Dies with us, even when we are killed ourselves.
    ...(setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL', '--']),
    ...(prlimit === undefined
      ? []
      : [prlimit, `--as=${memoryBytes}`, `--cpu=${processorSeconds}`, '--core=0', '--']),
    ...(nice === undefined ? [] : [nice, '-n', niceness]),
  ];
}

/** The first and the last of it: a damaged file makes ffmpeg complain once per packet, for hours. */
function keepEnds(stream: Readable): () => string {
  let first = '';
  let last = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    if (first.length < keptErrorLength) first += text;
    else last = (last + text).slice(-keptErrorLength);
  });
  return () => first + last;
}

/** A new session, so that Ctrl-C in the terminal does not reach it before our own ordered stop. */
function start(command: readonly string[], { inputFd, outputFd }: { inputFd?: number; outputFd?: number }) {
  const [program = '', ...args] = command;
  return spawn(program, args, {
    stdio: ['ignore', outputFd ?? 'pipe', 'pipe', ...(inputFd === undefined ? [] : [inputFd])],
    // None of our environment, which holds keys; its messages in the language that we read.
    env: { LC_ALL: 'C' },
    detached: true,
  });
}

/** Runs it to its end, its limit or the signal; it is gone when this settles, however that comes. */
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
      stop(
        'code' in error && error.code === 'ENOENT' ? new MediaError('engine_missing', error.message) : error,
      ),
    );
    const onAbort = () => stop(signal?.reason);
    const timer = setTimeout(
      () => stop(new MediaError('took_too_long', `${program} was not done within ${limits.timeMs} ms`)),
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

/** Its last line says most: the ones before are of single packets. */
export const lastLine = ({ errors, killedBy }: RunResult) =>
  killedBy === null ? (errors.trim().split('\n').at(-1) ?? '') : `ended by ${killedBy}`;
