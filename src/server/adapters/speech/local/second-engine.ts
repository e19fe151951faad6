import type { Logger } from 'pino';
import type { SpeechVariant } from '#server/config/speech.ts';
import type { SpeechEngine } from '../engine.ts';
import { isRightAlready } from './fetch-model.ts';
import { createLocalEngine, type LocalEngine } from './local-engine.ts';
import { missingMemory } from './missing-room.ts';
import { isVerified, modelPaths } from './model-files.ts';
import type { LocalModel } from './models.ts';

const bestFirst = ['whisper-large-v3-turbo', 'whisper-small', 'whisper-base', 'whisper-tiny'];

type SecondEngine = Readonly<{
  dataDir: string;
  log: Logger;
  variant: SpeechVariant;
  models: readonly LocalModel[];
  /** Of the first engine, whose process runs at the same time. */
  firstBytes?: number;
}>;

/**
 * Whisper tells the language that it hears, unlike Parakeet. It is used only if its model is in the data folder, for
 * example by an earlier SPEECH_MODEL, because few stretches need a second engine and its download is large.
 */
export function withSecondEngine(
  engine: SpeechEngine,
  { dataDir, log, variant, models: known, firstBytes = 0 }: SecondEngine,
): SpeechEngine {
  const models = bestFirst
    .flatMap((wanted) => known.filter(({ name }) => name === wanted))
    .filter((model) => missingMemory(model, firstBytes) === undefined);
  const closing = new AbortController();
  let second: LocalEngine | undefined;
  let marking: Promise<void> | undefined;

  /** An operator may have put a file there by hand. A chunk does not wait for its hash, which takes seconds. */
  async function markFiles() {
    for (const { files } of models.map((model) => modelPaths(dataDir, model)))
      for (const file of files) await isRightAlready(file, closing.signal).catch(() => false);
  }

  function openSecond() {
    marking ??= markFiles().finally(() => {
      marking = undefined;
    });
    const model = models.find((each) => isVerified(modelPaths(dataDir, each)));
    return model === undefined ? undefined : createLocalEngine({ dataDir, model, log, variant });
  }

  return {
    ...engine,
    secondEngine() {
      second ??= openSecond();
      return second?.hasModel() ? second : undefined;
    },
    async close() {
      closing.abort(new Error('the engine was closed'));
      await Promise.all([engine.close(), second?.close(), marking]);
    },
  };
}
