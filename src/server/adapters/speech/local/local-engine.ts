import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { minuteMs } from '#domain/format/durations.ts';
import { anySignal } from '../../../concurrency/abort-signals.ts';
import { createSemaphore } from '../../../concurrency/semaphore.ts';
import { type Chunk, durationOfPcmMs, type SpeechEngine, SpeechError, type Transcript } from '../engine.ts';
import type { RetryPolicy } from './download.ts';
import { type EngineChild, type RunningChunk, startEngineChild } from './engine-child.ts';
import { fetchModel } from './fetch-model.ts';
import { isLocked } from './file-lock.ts';
import { fetchedBytes, isVerified, modelPaths } from './model-files.ts';
import type { LocalModel } from './models.ts';
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

const maxThreads = 8;
const defaultIdleMs = 2 * minuteMs;
const loadTimeLimitMs = minuteMs;
/** The library checks for a stop only at intervals. After this time the engine kills its process. */
const stopGraceMs = 1_000;

const aborted = (cause: unknown) => new SpeechError('aborted', 'the transcription was aborted', { cause });

export function createLocalEngine({
  dataDir,
  model,
  log,
  modelsUrl,
  threads = Math.min(availableParallelism(), maxThreads),
  variant = 'default',
  idleMs = defaultIdleMs,
  timeLimitMs = (durationMs) => loadTimeLimitMs + durationMs * model.slowestFactor,
  patience,
}: LocalEngineOptions): LocalEngine {
  const paths = modelPaths(dataDir, model);
  const closing = new AbortController();
  const withEngineSlot = createSemaphore(1);
  let child: EngineChild | undefined;
  let idle: NodeJS.Timeout | undefined;
  let fetching: Promise<void> | undefined;
  let failure: string | undefined;

  async function endChild() {
    const ending = child;
    child = undefined;
    await ending?.kill();
  }

  async function readyChild(): Promise<EngineChild> {
    if (child !== undefined && !child.isGone()) return child;
    const beganAt = performance.now();
    using over = anySignal(closing.signal, AbortSignal.timeout(loadTimeLimitMs));
    try {
      child = await startEngineChild({ model: model.kind, path: paths.path, threads, variant }, over.signal);
    } catch (error) {
      if (closing.signal.aborted) throw aborted(error);
      failure = `${model.label} could not be loaded: ${error instanceof Error ? error.message : error}`;
      throw error instanceof SpeechError ? error : new SpeechError('crashed', failure, { cause: error });
    }
    failure = undefined;
    const tookMs = Math.round(performance.now() - beganAt);
    log.info({ model: model.name, pid: child.pid, threads, tookMs }, 'speech process ready');
    return child;
  }

  /** Kills the process if it does not abandon the chunk by itself, because the next chunk must not wait. */
  async function giveUp(running: RunningChunk) {
    running.stop();
    const timer = setTimeout(() => void endChild(), stopGraceMs);
    await running.result.catch(() => {});
    clearTimeout(timer);
  }

  async function transcribeChunk({ pcm, startMs, language, attempt, signal }: Chunk): Promise<Transcript> {
    const { transcribe } = await readyChild();
    using over = anySignal(closing.signal, ...(signal ? [signal] : []));
    const stop = over.signal;
    if (stop.aborted) throw aborted(stop.reason);
    const known = model.kind === 'whisper' && model.languages.includes(language);
    const running = transcribe({ pcm, language: known ? language : 'auto', attempt });
    const limitMs = timeLimitMs(durationOfPcmMs(pcm));
    let tooLong = false;
    const limit = setTimeout(() => {
      tooLong = true;
      void endChild();
    }, limitMs);
    const onStop = () => void giveUp(running);
    stop.addEventListener('abort', onStop);
    try {
      const result = await running.result;
      if (result === undefined || stop.aborted) throw aborted(stop.reason);
      const segments = result.segments.map((segment) => ({
        ...segment,
        startMs: segment.startMs + startMs,
        endMs: segment.endMs + startMs,
      }));
      return { segments, ...(result.language === undefined ? {} : { language: result.language }) };
    } catch (error) {
      if (stop.aborted) throw aborted(stop.reason);
      if (tooLong) throw new SpeechError('crashed', `the chunk exceeded ${limitMs} ms`, { cause: error });
      // After an error the native library is in an undefined state.
      await endChild();
      throw error;
    } finally {
      clearTimeout(limit);
      stop.removeEventListener('abort', onStop);
    }
  }

  async function transcribe(chunk: Chunk): Promise<Transcript> {
    if (closing.signal.aborted) throw aborted(closing.signal.reason);
    if (durationOfPcmMs(chunk.pcm) > model.limits.maxMs)
      throw new SpeechError('too_big', `${model.label} accepts at most ${model.limits.maxMs} ms per chunk`);
    if (!isVerified(paths, model)) throw new SpeechError('temporary', `${model.label} is not downloaded yet`);
    if (chunk.pcm.length === 0) return { segments: [] };
    return withEngineSlot(async () => {
      clearTimeout(idle);
      if (chunk.signal?.aborted || closing.signal.aborted) throw aborted(chunk.signal?.reason);
      try {
        return await transcribeChunk(chunk);
      } finally {
        clearTimeout(idle);
        idle = setTimeout(() => {
          log.info({ model: model.name }, 'ended the idle speech process');
          void endChild();
        }, idleMs).unref();
      }
    }, chunk.signal).catch((error) => {
      if (error instanceof SpeechError) throw error;
      throw chunk.signal?.aborted
        ? aborted(error)
        : new SpeechError('crashed', String(error), { cause: error });
    });
  }

  async function fetchOnce() {
    failure = undefined;
    try {
      await fetchModel({
        dataDir,
        model,
        modelsUrl,
        signal: closing.signal,
        ...(patience === undefined ? {} : { patience }),
      });
      log.info({ model: model.name, credit: model.credit }, 'speech model ready');
    } catch (error) {
      if (closing.signal.aborted) throw aborted(error);
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
    pid: () => (child?.isGone() === false ? child.pid : undefined),
    readiness() {
      if (isVerified(paths, model))
        return failure === undefined ? { state: 'ready' } : { state: 'unavailable', reason: failure };
      if (fetching !== undefined || isLocked(paths.lock))
        return { state: 'fetching_model', doneBytes: fetchedBytes(paths), totalBytes: model.bytes };
      return { state: 'unavailable', reason: failure ?? `${model.label} is not downloaded yet` };
    },
    async prepare(signal) {
      // A failed load may be retried, because memory may have been short only at that time.
      if (isVerified(paths, model)) {
        failure = undefined;
        return;
      }
      if (closing.signal.aborted) throw aborted(closing.signal.reason);
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
      closing.abort(new Error('the engine was closed'));
      clearTimeout(idle);
      await Promise.all([fetching?.catch(() => {}), endChild()]);
    },
  };
}
