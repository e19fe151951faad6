import type { Logger } from 'pino';
import { type Chunk, durationOfPcmMs, type SpeechEngine, SpeechError, type Transcript } from '../engine.ts';
import type { RetryPolicy } from './download.ts';
import { fetchModel } from './fetch-model.ts';
import { isLocked } from './file-lock.ts';
import { fetchedBytes, isVerified, modelPaths } from './model-files.ts';
import { bytesOf, type LocalModel } from './models.ts';
import {
  aborted,
  createSpeechProcess,
  defaultThreads,
  loadTimeLimitMs,
  readinessOfProcess,
} from './speech-process.ts';
import type { LibVariant } from './whisper-node.d.ts';

export type LocalEngineOptions = Readonly<{
  dataDir: string;
  model: LocalModel;
  log: Logger;
  modelsUrl?: string | undefined;
  threads?: number;
  /** Another build of the native library, if installed. */
  variant?: LibVariant;
  /** Ends the process after this time without a chunk, to free the model's memory. */
  idleMs?: number;
  /** The time limit for a chunk of this length. A process that exceeds it counts as hung. */
  timeLimitMs?: (durationMs: number) => number;
  patience?: RetryPolicy;
}>;

type LocalEngine = SpeechEngine &
  Readonly<{ /** Undefined while no process runs. */ pid: () => number | undefined }>;

export function createLocalEngine({
  dataDir,
  model,
  log,
  modelsUrl,
  threads = defaultThreads,
  variant = 'default',
  idleMs,
  timeLimitMs = (durationMs) => loadTimeLimitMs + durationMs * model.slowestFactor,
  patience,
}: LocalEngineOptions): LocalEngine {
  const paths = modelPaths(dataDir, model);
  const speech = createSpeechProcess({
    name: model.name,
    label: model.label,
    log,
    whatToLoad: async () => ({ model: model.kind, path: paths.files[0]?.path ?? '', threads, variant }),
    languageOf: (language) =>
      model.kind === 'whisper' && model.languages.includes(language) ? language : 'auto',
    idleMs,
    timeLimitMs,
  });
  let fetching: Promise<void> | undefined;
  let failure: string | undefined;

  async function transcribe(chunk: Chunk): Promise<Transcript> {
    if (durationOfPcmMs(chunk.pcm) > model.limits.maxMs)
      throw new SpeechError('too_big', `${model.label} accepts at most ${model.limits.maxMs} ms per chunk`);
    if (!isVerified(paths)) throw new SpeechError('temporary', `${model.label} is not downloaded yet`);
    return speech.transcribe(chunk);
  }

  async function fetchOnce() {
    failure = undefined;
    try {
      await fetchModel({
        dataDir,
        model,
        modelsUrl,
        signal: speech.closed,
        ...(patience === undefined ? {} : { patience }),
      });
      log.info({ model: model.name, credit: model.credit }, 'speech model ready');
    } catch (error) {
      if (speech.closed.aborted) throw aborted(error);
      failure = error instanceof Error ? error.message : String(error);
      throw new SpeechError('temporary', `${model.label} could not be downloaded: ${failure}`, {
        cause: error,
      });
    } finally {
      fetching = undefined;
    }
  }

  return {
    name: `local:${model.name}`,
    label: model.credit,
    languages: model.languages,
    limits: model.limits,
    transcribe,
    pid: speech.pid,
    readiness() {
      if (isVerified(paths)) return readinessOfProcess(speech);
      if (fetching !== undefined || isLocked(paths.lock))
        return { state: 'fetching_model', doneBytes: fetchedBytes(paths), totalBytes: bytesOf(model) };
      return { state: 'unavailable', reason: failure ?? `${model.label} is not downloaded yet` };
    },
    async prepare(signal) {
      if (isVerified(paths)) return;
      if (speech.closed.aborted) throw aborted(speech.closed.reason);
      // The shared download continues if one of its callers aborts.
      fetching ??= fetchOnce();
      if (signal === undefined) return fetching;
      const left = Promise.withResolvers<never>();
      const onAbort = () => left.reject(aborted(signal.reason));
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort);
      await Promise.race([fetching, left.promise]).finally(() =>
        signal.removeEventListener('abort', onAbort),
      );
    },
    async close() {
      await Promise.all([speech.close(), fetching?.catch(() => {})]);
    },
  };
}
