import type { SpeechVariant } from '#server/config/speech.ts';
import { durationOfPcmMs, SpeechError } from '../engine.ts';
import { createModelStore, type ModelStoreOptions } from './model-store.ts';
import {
  createSpeechProcess,
  defaultThreads,
  loadTimeLimitMs,
  type ProcessEngine,
  readinessOfProcess,
} from './speech-process.ts';
import { openFolderEngine } from './transducer/folder-engine.ts';

export type LocalEngineOptions = ModelStoreOptions &
  Readonly<{
    threads?: number;
    /** Another build of the native library, if installed. */
    variant?: SpeechVariant;
    /** Ends the process after this time without a chunk, to free the model's memory. */
    idleMs?: number;
    /** The time limit for a chunk of this length. A process that exceeds it counts as hung. */
    timeLimitMs?: (durationMs: number) => number;
  }>;

export type LocalEngine = ProcessEngine &
  Readonly<{ /** The model's files are there. */ hasModel: () => boolean }>;

type OpenedModel = LocalEngineOptions & Readonly<{ path: string }>;

function openWhisperEngine({
  path,
  model,
  log,
  threads = defaultThreads,
  variant = 'default',
  idleMs,
  timeLimitMs = (durationMs) => loadTimeLimitMs + durationMs * model.slowestFactor,
}: OpenedModel) {
  const { name, label, kind, languages } = model;
  if (kind === 'transducer') throw new Error(`${label} is no model of whisper.cpp`);
  const { failure, ...speech } = createSpeechProcess({
    name,
    label,
    log,
    whatToLoad: async () => ({ model: kind, path, threads, variant }),
    languageOf: (language) => (kind === 'whisper' && languages.includes(language) ? language : 'auto'),
    idleMs,
    timeLimitMs,
  });
  return {
    ...speech,
    findVoice: undefined,
    prepare: async () => {},
    readiness: () => readinessOfProcess({ failure }),
  };
}

function openTransducer({ model, folder, log, threads, idleMs }: LocalEngineOptions & { folder: string }) {
  return openFolderEngine({
    folder,
    log,
    known: model,
    ...(threads === undefined ? {} : { threads }),
    ...(idleMs === undefined ? {} : { idleMs }),
  });
}

/** Runs a model of the list, and fetches it when it is prepared. */
export function createLocalEngine(options: LocalEngineOptions): LocalEngine {
  const { model } = options;
  const { label, limits } = model;
  const store = createModelStore(options);
  const { folder, files } = store.paths;
  const engine =
    model.kind === 'transducer'
      ? openTransducer({ ...options, folder })
      : openWhisperEngine({ ...options, path: files[0]?.path ?? '' });
  const { findVoice } = engine;
  return {
    name: `local:${model.name}`,
    label: model.credit,
    languages: model.languages,
    limits,
    async transcribe(chunk) {
      if (durationOfPcmMs(chunk.pcm) > limits.maxMs)
        throw new SpeechError('too_big', `${label} accepts at most ${limits.maxMs} ms per chunk`);
      store.requireReady();
      return engine.transcribe(chunk);
    },
    ...(findVoice === undefined
      ? {}
      : { findVoice: async (pcm, signal) => (store.isReady() ? findVoice(pcm, signal) : undefined) }),
    pid: engine.pid,
    async load() {
      store.requireReady();
      await engine.load();
    },
    hasModel: store.isReady,
    readiness: () => store.readiness() ?? engine.readiness(),
    async prepare(signal) {
      await store.prepare(signal);
      await engine.prepare(signal);
    },
    async close() {
      await Promise.all([engine.close(), store.close()]);
    },
  };
}
