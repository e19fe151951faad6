import type { Logger } from 'pino';
import type { SpeechVariant } from '../../../config/speech.ts';
import type { SpeechEngine } from '../engine.ts';
import { createLocalEngine, type LocalEngine } from './local-engine.ts';
import { isVerified, modelPaths } from './model-files.ts';
import type { LocalModel } from './models.ts';

const bestFirst = ['whisper-large-v3-turbo', 'whisper-small', 'whisper-base', 'whisper-tiny'];

type SecondEngine = Readonly<{
  dataDir: string;
  log: Logger;
  variant: SpeechVariant;
  find: (name: string) => LocalModel | undefined;
}>;

/**
 * Whisper tells the language that it hears, unlike Parakeet. It is used only if its model is in the data folder, for
 * example by an earlier SPEECH_MODEL, because few stretches need a second engine and its download is large.
 */
export function withSecondEngine(
  engine: SpeechEngine,
  { dataDir, log, variant, find }: SecondEngine,
): SpeechEngine {
  let second: LocalEngine | undefined;

  function openSecond() {
    const model = bestFirst
      .map(find)
      .find((each) => each !== undefined && isVerified(modelPaths(dataDir, each)));
    return model === undefined ? undefined : createLocalEngine({ dataDir, model, log, variant });
  }

  return {
    ...engine,
    secondEngine() {
      second ??= openSecond();
      return second?.hasModel() ? second : undefined;
    },
    async close() {
      await Promise.all([engine.close(), second?.close()]);
    },
  };
}
