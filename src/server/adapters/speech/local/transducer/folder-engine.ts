import { basename } from 'node:path';
import type { Logger } from 'pino';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';
import { durationOfPcmMs, SpeechError } from '../../engine.ts';
import { type LocalModel, transducerLimits, transducerSlowestFactor } from '../models.ts';
import {
  createSpeechProcess,
  defaultThreads,
  loadTimeLimitMs,
  type ProcessEngine,
  readinessOfProcess,
} from '../speech-process.ts';
import { createVoiceSearch, shippedVoiceModel } from '../voice-activity/voice-search.ts';
import type { LibraryFault } from './library-fault.ts';
import { folderVersion, ModelFolderError, readModelFolder } from './model-folder.ts';

type FolderEngineOptions = Readonly<{
  folder: string;
  log: Logger;
  /** How the log and the screens name a model that the operator did not choose as a folder. */
  known?: Pick<LocalModel, 'name' | 'label' | 'credit' | 'languages'>;
  threads?: number;
  idleMs?: number;
  /** The model of voice activity. */
  voiceModel?: string;
  /** Why this machine cannot load the library. */
  libraryFault?: LibraryFault | undefined;
}>;

function operatorModel(folder: string) {
  const name = basename(folder);
  return { name, label: `the model in ${name}`, credit: `Modelo do operador (${name})`, languages: [] };
}

/** Runs the model in a folder of the operator: encoder*.onnx, decoder*.onnx, joiner*.onnx and tokens.txt. */
export function openFolderEngine({
  folder,
  log,
  known = operatorModel(folder),
  threads = defaultThreads,
  idleMs,
  voiceModel = shippedVoiceModel,
  libraryFault,
}: FolderEngineOptions): ProcessEngine {
  const { name, label, credit, languages } = known;
  const limits = transducerLimits;
  const readFiles = async () => {
    if (libraryFault === undefined) return readModelFolder(folder);
    throw new ModelFolderError(libraryFault.reason, { cause: new SafeMessageError(libraryFault.detail) });
  };
  const speech = createSpeechProcess({
    name,
    label,
    log,
    whatToLoad: async () => ({ model: 'transducer', files: await readFiles(), threads, voiceModel }),
    version: () => folderVersion(folder),
    languageOf: (language) => language,
    idleMs,
    timeLimitMs: (durationMs) => loadTimeLimitMs + durationMs * transducerSlowestFactor,
  });
  let fault: ModelFolderError | undefined;

  async function checkFolder() {
    const before = fault;
    fault = undefined;
    await readFiles().catch((error: unknown) => {
      if (!(error instanceof ModelFolderError)) throw error;
      fault = error;
      if (before?.message !== error.message)
        log.error({ folder, err: error }, 'the speech model is unusable');
    });
  }

  return {
    name: `local:${name}`,
    label: credit,
    languages,
    limits,
    async transcribe(chunk) {
      if (durationOfPcmMs(chunk.pcm) > limits.maxMs)
        throw new SpeechError('too_big', `the model accepts at most ${limits.maxMs} ms per chunk`);
      return speech.transcribe(chunk);
    },
    pid: speech.pid,
    load: speech.load,
    findVoice: createVoiceSearch({
      speech,
      model: voiceModel,
      log,
      otherwise: 'the level of the sound decides where to cut',
    }),
    readiness: () =>
      fault === undefined
        ? readinessOfProcess(speech)
        : { state: 'unavailable', reason: fault.message, publicReason: fault.message },
    async prepare() {
      await checkFolder();
      if (fault !== undefined) throw new SpeechError('temporary', fault.message, { cause: fault });
    },
    close: speech.close,
  };
}
