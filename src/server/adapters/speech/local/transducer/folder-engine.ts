import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { SafeMessageError } from '../../../../errors/safe-message-error.ts';
import { durationOfPcmMs, SpeechError } from '../../engine.ts';
import { type LocalModel, transducerLimits, transducerSlowestFactor } from '../models.ts';
import {
  createSpeechProcess,
  defaultThreads,
  loadTimeLimitMs,
  type ProcessEngine,
  readinessOfProcess,
} from '../speech-process.ts';
import type { LibraryFault } from './library-fault.ts';
import { checkOnnxFile, folderVersion, ModelFolderError, readModelFolder } from './model-folder.ts';

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

const shippedVoiceModel = fileURLToPath(new URL('../voice-activity/silero-vad-16k.onnx', import.meta.url));

const noVoice = 'voice activity is not available: the level of the sound decides where to cut';
/** A search that ends the process each time would also end the chunk beside it. */
const maxVoiceFaults = 2;

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
  let voiceFaults = 0;
  let voiceModelIsSound: Promise<boolean> | undefined;

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
    async findVoice(pcm, signal) {
      // The library reports no missing file, and would then hear no voice at all.
      voiceModelIsSound ??= checkOnnxFile(voiceModel).then(
        () => true,
        (error: unknown) => {
          log.error({ err: error }, noVoice);
          return false;
        },
      );
      if (!(await voiceModelIsSound) || voiceFaults >= maxVoiceFaults) return undefined;
      try {
        const spans = await speech.findVoice(pcm);
        voiceFaults = 0;
        return spans;
      } catch (error) {
        signal.throwIfAborted();
        // A model that cannot be loaded is no fault of the search.
        if (speech.failure() === undefined) voiceFaults += 1;
        log.warn({ err: error }, noVoice);
        return undefined;
      }
    },
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
