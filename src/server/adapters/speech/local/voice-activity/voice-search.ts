import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { movedBy, type SpeechEngine, speechSampleRateHz, type VoiceSpan } from '../../engine.ts';
import { createSpeechProcess } from '../speech-process.ts';
import { checkOnnxFile } from '../transducer/model-folder.ts';

export type FindVoice = NonNullable<SpeechEngine['findVoice']>;

export const shippedVoiceModel = fileURLToPath(new URL('silero-vad-16k.onnx', import.meta.url));

/** A search that ends the process each time would also end the chunk beside it. */
const maxFaults = 2;

type VoiceSearchOptions = Readonly<{
  speech: Pick<ReturnType<typeof createSpeechProcess>, 'findVoice' | 'failure'>;
  model: string;
  log: Logger;
  /** What happens without voice activity, for the log. */
  otherwise: string;
  /** If the process has no other task, a failed load counts as well. */
  countsLoads?: boolean;
}>;

/** Finds voice in the process of an engine. It gives up after repeated faults. */
export function createVoiceSearch({
  speech,
  model,
  log,
  otherwise,
  countsLoads = false,
}: VoiceSearchOptions): FindVoice {
  const noVoice = `voice activity is not available: ${otherwise}`;
  let faults = 0;
  let modelIsSound: Promise<boolean> | undefined;
  return async (pcm, signal) => {
    // The library reports no missing file, and would then hear no voice at all.
    modelIsSound ??= checkOnnxFile(model).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, noVoice);
        return false;
      },
    );
    if (!(await modelIsSound) || faults >= maxFaults) return undefined;
    try {
      const spans = await speech.findVoice(pcm);
      faults = 0;
      return spans;
    } catch (error) {
      signal.throwIfAborted();
      // A model that cannot be loaded is no fault of the search.
      if (countsLoads || speech.failure() === undefined) faults += 1;
      log.warn({ err: error }, noVoice);
      return undefined;
    }
  };
}

/** At most a minute for each search. */
const pieceSamples = 60 * speechSampleRateHz;

/** Finds voice for engines that run elsewhere, in a process that only starts when it is needed. */
export function openVoiceProcess({ log, model = shippedVoiceModel }: { log: Logger; model?: string }) {
  const speech = createSpeechProcess({
    name: 'voice-activity',
    label: 'the model of voice activity',
    log,
    whatToLoad: async () => ({ model: 'voice', voiceModel: model, threads: 1 }),
    languageOf: () => 'auto',
    timeLimitMs: () => 0,
  });
  const search = createVoiceSearch({
    speech,
    model,
    log,
    otherwise: 'the words of a text without times are spread evenly',
    countsLoads: true,
  });
  const findVoice: FindVoice = async (pcm, signal) => {
    const found: VoiceSpan[] = [];
    for (let from = 0; from < pcm.length; from += pieceSamples) {
      const spans = await search(pcm.subarray(from, from + pieceSamples), signal);
      if (spans === undefined) return undefined;
      found.push(...spans.map(movedBy((from * 1_000) / speechSampleRateHz)));
    }
    return found;
  };
  return { findVoice, close: speech.close, pid: speech.pid };
}
