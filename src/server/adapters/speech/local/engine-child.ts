import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Stretch } from '#domain/voices/cluster-embeddings.ts';
import type { SpeechVariant } from '#server/config/speech.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';
import { type AttemptKind, type Segment, SpeechError, type VoiceSpan } from '../engine.ts';
import type { TransducerFiles } from './transducer/model-folder.ts';

/** The protocol between the server and the process with the native library. Samples are sent in binary form. */

/** Each kind of model has its own native library, and the process loads only that one. */
export type EngineLoad = { threads: number } & (
  | { model: 'parakeet' | 'whisper'; path: string; variant: SpeechVariant }
  | { model: 'transducer'; files: TransducerFiles; voiceModel: string }
  | { model: 'voice'; voiceModel: string }
  | { model: 'speakers'; files: SpeakerFiles }
);

/** The models that tell speakers apart. */
export type SpeakerFiles = Readonly<{ segmentation: string; embedding: string }>;

export type ChunkRequest = { pcm: Int16Array; language: string; attempt: AttemptKind };

/** A model in the process that loaded it. */
export type LoadedEngine = Readonly<{
  /** For the log: a part that is missing without harm to the text. */
  fault?: string;
  /** The speech is undefined if `stop` came in time. */
  decode?: (request: ChunkRequest) => { speech: Promise<DecodedSpeech | undefined>; stop: () => void };
  findVoice?: (pcm: Int16Array) => VoiceSpan[];
  findStretches?: (pcm: Int16Array) => Stretch[];
}>;

export type EngineRequest =
  | { kind: 'load'; load: EngineLoad }
  | ({ kind: 'transcribe'; id: number } & ChunkRequest)
  | { kind: 'find_voice' | 'find_stretches'; id: number; pcm: Int16Array }
  | { kind: 'stop'; id: number };

/** Times are relative to the chunk. */
export type DecodedSpeech = {
  language?: string;
  segments: Segment[];
  /** For the log: a part that failed without harm to the text. */
  fault?: string;
};

export type EngineResponse =
  | { kind: 'loaded'; fault?: string }
  | { kind: 'not_loaded'; reason: string }
  | ({ kind: 'transcribed'; id: number } & DecodedSpeech)
  | { kind: 'found_voice'; id: number; spans: VoiceSpan[] }
  | { kind: 'found_stretches'; id: number; stretches: Stretch[] }
  | { kind: 'stopped'; id: number }
  | { kind: 'failed'; id: number; reason: string };

export type EngineChild = Readonly<{
  pid: number;
  fault: string | undefined;
  transcribe: (request: ChunkRequest) => RunningChunk;
  /** May run beside a chunk. */
  findVoice: (pcm: Int16Array) => Promise<VoiceSpan[]>;
  findStretches: (pcm: Int16Array) => Promise<Stretch[]>;
  isGone: () => boolean;
  /** Kills the process at once; it holds no state worth keeping. */
  kill: () => Promise<void>;
}>;

export type RunningChunk = Readonly<{
  /** Undefined if the chunk was stopped in time. Always settles, even if the process dies. */
  result: Promise<DecodedSpeech | undefined>;
  /** Asks the process to abandon the chunk. */
  stop: () => void;
}>;

const program = fileURLToPath(new URL('./engine-process.ts', import.meta.url));
const keptOutputLength = 2_000;

type Answer = Extract<EngineResponse, { id: number }>;
type Waiting = { resolve: (answer: Answer) => void; reject: (fault: SpeechError) => void };

/** Starts a process, loads the model, and resolves when it is ready for the first chunk. */
export async function startEngineChild(load: EngineLoad, signal: AbortSignal): Promise<EngineChild> {
  signal.throwIfAborted();
  const child = fork(program, [], {
    // Hides our environment, which contains keys, because this process parses untrusted files.
    env: {},
    // The native memory of a chunk returns only with its small handle. Collecting it after each chunk saves 75 MB.
    execArgv: ['--expose-gc'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A new session, so that Ctrl-C in the terminal does not reach it before our orderly stop.
    detached: true,
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-keptOutputLength);
  });
  const waiting = new Map<number, Waiting>();
  const loaded = Promise.withResolvers<string | undefined>();
  let gone = false;
  let count = 0;

  const crashed = (how: string) => {
    const lastLine = output.trim().split('\n').at(-1);
    return new SpeechError('crashed', `the speech process ended (${how})${lastLine ? `: ${lastLine}` : ''}`, {
      // The last line may not hold the reason.
      cause: new SafeMessageError(output.trim()),
    });
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
    // Not "exit": the last output names the reason, and is complete only when the pipes are closed.
    child.once('close', (code, killedBy) => onEnd(killedBy ?? `code ${code}`));
  });
  child.on('message', (message: EngineResponse) => {
    if (message.kind === 'loaded') return loaded.resolve(message.fault);
    if (message.kind === 'not_loaded') return loaded.reject(new SpeechError('temporary', message.reason));
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'failed') asked?.reject(new SpeechError('crashed', message.reason));
    else asked?.resolve(message);
  });
  const send = (message: EngineRequest) => child.send(message, () => {});
  const ask = (request: (id: number) => EngineRequest) => {
    count += 1;
    const id = count;
    const { promise, ...asked } = Promise.withResolvers<Answer>();
    if (gone) asked.reject(crashed('before the request'));
    else {
      waiting.set(id, asked);
      send(request(id));
    }
    return { id, answer: promise };
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };

  const onAbort = () => child.kill('SIGKILL');
  signal.addEventListener('abort', onAbort);
  let fault: string | undefined;
  try {
    send({ kind: 'load', load });
    fault = await loaded.promise;
    signal.throwIfAborted();
  } catch (error) {
    await kill();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  return {
    pid: child.pid ?? 0,
    fault,
    transcribe(request) {
      const { id, answer } = ask((each) => ({ kind: 'transcribe', id: each, ...request }));
      return {
        result: answer.then((given) => (given.kind === 'transcribed' ? given : undefined)),
        stop: () => void (gone || send({ kind: 'stop', id })),
      };
    },
    async findVoice(pcm) {
      const given = await ask((id) => ({ kind: 'find_voice', id, pcm })).answer;
      return given.kind === 'found_voice' ? given.spans : [];
    },
    async findStretches(pcm) {
      const given = await ask((id) => ({ kind: 'find_stretches', id, pcm })).answer;
      return given.kind === 'found_stretches' ? given.stretches : [];
    },
    isGone: () => gone,
    kill,
  };
}
