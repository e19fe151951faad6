import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { minuteMs } from '#domain/format/durations.ts';
import { anySignal } from '#server/concurrency/abort-signals.ts';
import { createSemaphore } from '#server/concurrency/semaphore.ts';
import {
  type Chunk,
  durationOfPcmMs,
  movedBy,
  type Readiness,
  type SpeechEngine,
  SpeechError,
  type Transcript,
} from '../engine.ts';
import { type EngineChild, type EngineLoad, type RunningChunk, startEngineChild } from './engine-child.ts';

type SpeechProcessOptions = Readonly<{
  /** For the log. */
  name: string;
  label: string;
  log: Logger;
  /** Describes the model to load. A fault here starts no process. */
  whatToLoad: () => Promise<EngineLoad>;
  /** Identifies the files of the model: changed files are tried at once after a failure. */
  version?: () => Promise<string>;
  languageOf: (language: string) => string;
  /** Ends the process after this time without a chunk, to free the model's memory. */
  idleMs?: number | undefined;
  /** The time limit for a chunk of this length. A process that exceeds it counts as hung. */
  timeLimitMs: (durationMs: number) => number;
}>;

/** An engine whose process this machine runs. */
export type ProcessEngine = SpeechEngine &
  Readonly<{
    /** Undefined while no process runs. */
    pid: () => number | undefined;
    /** Starts the process with its model. Throws if it cannot be loaded. */
    load: () => Promise<void>;
  }>;

const maxThreads = 8;
export const defaultThreads = Math.min(availableParallelism(), maxThreads);
export const loadTimeLimitMs = minuteMs;
/** A search takes seconds at most. A process that hangs must not stop the work on a recording. */
const searchTimeLimitMs = 2 * minuteMs;
const defaultIdleMs = 2 * minuteMs;
/** The library checks for a stop only at intervals. After this time the engine kills its process. */
const stopGraceMs = 1_000;
/** Pauses after failed loads in a row, because a model that kills its process must not do so all day. */
const loadPausesMs = [0, 0, minuteMs / 2, 2 * minuteMs, 10 * minuteMs];

export const aborted = (cause: unknown) =>
  new SpeechError('aborted', 'the transcription was aborted', { cause });

/** The log names the exact reason, which may hold paths of the machine. */
const notLoadable = 'the speech model cannot be loaded: recordings wait, and the log names the reason';

export function readinessOfProcess({ failure }: { failure: () => string | undefined }): Readiness {
  const reason = failure();
  return reason === undefined
    ? { state: 'ready' }
    : { state: 'unavailable', reason, publicReason: notLoadable };
}

type LoadFailure = { reason: string; times: number; atMs: number; version: string };

/** Keeps a process with a loaded model, gives it one chunk at a time, and replaces it when it dies. */
export function createSpeechProcess({
  name,
  label,
  log,
  whatToLoad,
  version = async () => '',
  languageOf,
  idleMs = defaultIdleMs,
  timeLimitMs,
}: SpeechProcessOptions) {
  const closing = new AbortController();
  const withEngineSlot = createSemaphore(1);
  let child: EngineChild | undefined;
  let starting: Promise<EngineChild> | undefined;
  let uses = 0;
  let idle: NodeJS.Timeout | undefined;
  let failure: LoadFailure | undefined;

  async function endChild() {
    const ending = child;
    child = undefined;
    await ending?.kill();
  }

  async function refuseWhilePaused() {
    if (failure === undefined) return;
    const pauseMs = loadPausesMs[Math.min(failure.times, loadPausesMs.length - 1)] ?? 0;
    if (performance.now() - failure.atMs >= pauseMs || failure.version !== (await version())) return;
    throw new SpeechError('temporary', failure.reason);
  }

  async function startChild(): Promise<EngineChild> {
    await refuseWhilePaused();
    const beganAt = performance.now();
    const loaded = await version();
    using over = anySignal(closing.signal, AbortSignal.timeout(loadTimeLimitMs));
    try {
      child = await startEngineChild(await whatToLoad(), over.signal);
    } catch (error) {
      if (closing.signal.aborted) throw aborted(error);
      const reason = `${label} could not be loaded: ${error instanceof Error ? error.message : error}`;
      const times = failure?.version === loaded ? failure.times + 1 : 1;
      failure = { reason, times, atMs: performance.now(), version: loaded };
      log.error({ model: name, times, err: error }, 'the speech model could not be loaded');
      throw new SpeechError(error instanceof SpeechError ? error.kind : 'temporary', reason, {
        cause: error,
      });
    }
    failure = undefined;
    const tookMs = Math.round(performance.now() - beganAt);
    log.info({ model: name, childPid: child.pid, tookMs }, 'speech process ready');
    if (child.fault !== undefined) log.warn({ model: name }, child.fault);
    return child;
  }

  /** A chunk and a search for voice may ask at the same moment, and one process serves both. */
  async function readyChild(): Promise<EngineChild> {
    if (child !== undefined && !child.isGone()) return child;
    starting ??= startChild().finally(() => {
      starting = undefined;
    });
    return starting;
  }

  function endWhenIdle() {
    clearTimeout(idle);
    if (closing.signal.aborted) return;
    idle = setTimeout(() => {
      log.info({ model: name }, 'ended the idle speech process');
      void endChild();
    }, idleMs).unref();
  }

  /** Keeps the idle timer from ending the process during a chunk, a search for voice or a load. */
  async function whileInUse<T>(work: () => Promise<T>): Promise<T> {
    uses += 1;
    clearTimeout(idle);
    try {
      return await work();
    } finally {
      uses -= 1;
      if (uses === 0) endWhenIdle();
    }
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
    const running = transcribe({ pcm, language: languageOf(language), attempt });
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
      if (result.fault !== undefined) log.warn({ model: name, startMs }, result.fault);
      const moved = movedBy(startMs);
      const segments = result.segments.map((segment) => ({
        ...moved(segment),
        ...(segment.words === undefined ? {} : { words: segment.words.map(moved) }),
      }));
      return { segments, ...(result.language === undefined ? {} : { language: result.language }) };
    } catch (error) {
      if (stop.aborted) throw aborted(stop.reason);
      if (tooLong) throw new SpeechError('crashed', `the chunk exceeded ${limitMs} ms`, { cause: error });
      log.warn({ model: name, startMs, err: error }, 'the speech process lost a chunk');
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
    if (chunk.pcm.length === 0) return { segments: [] };
    return withEngineSlot(async () => {
      if (chunk.signal?.aborted || closing.signal.aborted) throw aborted(chunk.signal?.reason);
      return whileInUse(() => transcribeChunk(chunk));
    }, chunk.signal).catch((error) => {
      if (error instanceof SpeechError) throw error;
      throw chunk.signal?.aborted
        ? aborted(error)
        : new SpeechError('crashed', String(error), { cause: error });
    });
  }

  async function search<Found>(find: (child: EngineChild) => Promise<Found>): Promise<Found> {
    const searching = await readyChild();
    const limit = setTimeout(() => void endChild(), searchTimeLimitMs);
    try {
      return await find(searching);
    } finally {
      clearTimeout(limit);
    }
  }

  return {
    transcribe,
    findVoice: (pcm: Int16Array) => whileInUse(() => search((searching) => searching.findVoice(pcm))),
    findStretches: (pcm: Int16Array) => whileInUse(() => search((searching) => searching.findStretches(pcm))),
    load: () =>
      whileInUse(async () => {
        await readyChild();
      }),
    /** Aborted once the engine is closed. */
    closed: closing.signal,
    /** Undefined while no process runs. */
    pid: () => (child?.isGone() === false ? child.pid : undefined),
    /** The reason of the last failed load, until one succeeds. */
    failure: () => failure?.reason,
    async close() {
      closing.abort(new Error('the engine was closed'));
      clearTimeout(idle);
      await endChild();
    },
  };
}
