import sherpa from 'sherpa-onnx-node';
import { padToOneSecond, pcmToFloats, speechSampleRateHz, type Word } from '../../engine.ts';
import { groupWords } from '../../group-words.ts';
import type { ChunkRequest, EngineLoad, LoadedEngine } from '../engine-child.ts';
import { createDriftCheck } from '../language-drift/drift-check.ts';
import { splitIntoPhrases } from '../split-phrases.ts';
import { createVoiceFinder } from '../voice-activity/voice-finder.ts';
import { wordsFromTokens } from './words-from-tokens.ts';

type TransducerLoad = Extract<EngineLoad, { model: 'transducer' }>;

/** Only a default: the model's own number of bands wins. */
const featureDim = 80;

/** A careful attempt cuts at other places, so that a transcript stuck in a loop gets another context. */
function stretchesOf({ pcm, attempt }: ChunkRequest) {
  return attempt === 'careful' ? splitIntoPhrases(pcm, attempt) : [{ from: 0, to: pcm.length }];
}

/**
 * Uses only the asynchronous calls: the others end the process without a reason when a file is damaged or a sound is
 * empty, and the asynchronous ones reject with it.
 */
export async function loadTransducer({ files, threads, voiceModel }: TransducerLoad): Promise<LoadedEngine> {
  const { encoder, decoder, joiner, tokens } = files;
  const recognizer = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate: speechSampleRateHz, featureDim },
    modelConfig: {
      transducer: { encoder, decoder, joiner },
      tokens,
      modelType: 'nemo_transducer',
      numThreads: threads,
    },
    decodingMethod: 'greedy_search',
  });

  async function decodeStretch(pcm: Int16Array, offsetMs: number): Promise<Word[]> {
    const lastMs = Math.round((pcm.length * 1_000) / speechSampleRateHz);
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples: pcmToFloats(padToOneSecond(pcm)), sampleRate: speechSampleRateHz });
    const heard = await recognizer.decodeAsync(stream).catch((error: unknown) => {
      // Its message quotes what was said, which must not reach a log.
      throw error instanceof SyntaxError ? new Error('the answer of the library is no JSON') : error;
    });
    return wordsFromTokens(heard).map((word) => ({
      ...word,
      // The model may place the last word in the padding.
      startMs: offsetMs + Math.min(word.startMs, lastMs),
      endMs: offsetMs + Math.min(word.endMs, lastMs),
    }));
  }

  const driftCheck = createDriftCheck();
  let findVoice: LoadedEngine['findVoice'];
  return {
    findVoice(pcm) {
      findVoice ??= createVoiceFinder(voiceModel);
      return findVoice(pcm);
    },
    decode(request) {
      let isStopped = false;
      const { language } = request;
      const decode = async () => {
        const words: Word[] = [];
        // The check loads while the library decodes.
        if (language !== 'auto') driftCheck.start();
        for (const { from, to } of stretchesOf(request)) {
          if (isStopped) return undefined;
          const offsetMs = Math.round((from * 1_000) / speechSampleRateHz);
          words.push(...(await decodeStretch(request.pcm.subarray(from, to), offsetMs)));
        }
        const segments = groupWords(words);
        return language === 'auto' ? { segments } : driftCheck.mark(segments, language);
      };
      return {
        speech: decode(),
        stop() {
          isStopped = true;
        },
      };
    },
  };
}
