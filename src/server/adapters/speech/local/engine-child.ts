import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type AttemptKind, SpeechError } from '../engine.ts';
import type { LocalModel } from './models.ts';
import type { LibVariant } from './whisper-node.d.ts';

/** Between the server and the process that holds the native library. Samples travel as they are, not as text. */

export type EngineRequest =
  | {
      kind: 'load';
      model: LocalModel['kind'];
      path: string;
      threads: number;
      variant: LibVariant;
    }
  | { kind: 'transcribe'; id: number; pcm: Int16Array; language: string; attempt: AttemptKind }
  | { kind: 'stop'; id: number };

/** Times count from the chunk's own beginning. */
export type DecodedSegment = { startMs: number; endMs: number; text: string };
export type DecodedSpeech = { language?: string; segments: DecodedSegment[] };

export type EngineResponse =
  | { kind: 'loaded' }
  | { kind: 'not_loaded'; reason: string }
  | ({ kind: 'transcribed'; id: number } & DecodedSpeech)
  | { kind: 'stopped'; id: number }
  | { kind: 'failed'; id: number; reason: string };

export type EngineChild = Readonly<{
  pid: number;
  transcribe: (request: Omit<Extract<EngineRequest, { kind: 'transcribe' }>, 'kind' | 'id'>) => RunningChunk;
  isGone: () => boolean;
  /** At once: it holds nothing that would have to be kept. */
  kill: () => Promise<void>;
}>;

export type RunningChunk = Readonly<{
  /** Undefined when it was stopped in time. Never settles late: a dead process settles it too. */
  heard: Promise<DecodedSpeech | undefined>;
  /** Asks the process to give it up. */
  stop: () => void;
}>;

const program = fileURLToPath(new URL('./engine-process.ts', import.meta.url));
const keptOutputLength = 2_000;

type Waiting = { resolve: (heard: DecodedSpeech | undefined) => void; reject: (fault: SpeechError) => void };

/** A process with the model in it, ready for its first chunk. */
export async function startEngineChild(
  load: Omit<Extract<EngineRequest, { kind: 'load' }>, 'kind'>,
  signal: AbortSignal,
): Promise<EngineChild> {
  signal.throwIfAborted();
  const child = fork(program, [], {
    // Nothing of our environment: it holds keys, and what runs there reads files from elsewhere.
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // In a session of its own, so that Ctrl-C in the terminal does not reach it before our ordered stop.
    detached: true,
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-keptOutputLength);
  });
  const waiting = new Map<number, Waiting>();
  const loaded = Promise.withResolvers<void>();
  let gone = false;
  let count = 0;

  const crashed = (how: string) => {
    const lastLine = output.trim().split('\n').at(-1);
    return new SpeechError('crashed', `the speech process ended (${how})${lastLine ? `: ${lastLine}` : ''}`);
  };
  const end = (how: string) => {
    gone = true;
    loaded.reject(crashed(how));
    for (const { reject } of waiting.values()) reject(crashed(how));
    waiting.clear();
  };
  const closed = new Promise<void>((resolve) => {
    const onEnd = (how: string) => {
      end(how);
      resolve();
    };
    child.once('error', (error) => onEnd(error.message));
    // Not "exit": what it wrote last says why, and is only all there when its pipes are closed.
    child.once('close', (code, killedBy) => onEnd(killedBy ?? `code ${code}`));
  });
  child.on('message', (message: EngineResponse) => {
    if (message.kind === 'loaded') return loaded.resolve();
    if (message.kind === 'not_loaded') return loaded.reject(new SpeechError('temporary', message.reason));
    const chunk = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'failed') chunk?.reject(new SpeechError('crashed', message.reason));
    else chunk?.resolve(message.kind === 'stopped' ? undefined : message);
  });
  const send = (message: EngineRequest) => child.send(message, () => {});
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };

  const onAbort = () => child.kill('SIGKILL');
  signal.addEventListener('abort', onAbort);
  try {
    send({ kind: 'load', ...load });
    await loaded.promise;
    signal.throwIfAborted();
  } catch (error) {
    await kill();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  return {
    pid: child.pid ?? 0,
    transcribe(request) {
      count += 1;
      const id = count;
      const { promise: heard, ...chunk } = Promise.withResolvers<DecodedSpeech | undefined>();
      if (gone) chunk.reject(crashed('before it was asked'));
      else {
        waiting.set(id, chunk);
        send({ kind: 'transcribe', id, ...request });
      }
      return { heard, stop: () => void (gone || send({ kind: 'stop', id })) };
    },
    isGone: () => gone,
    kill,
  };
}
