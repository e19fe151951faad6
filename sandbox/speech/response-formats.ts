import { deflateSync } from 'node:zlib';
import type { Recognition } from './recognition/recognize.ts';

/** The product asks for `verbose_json`; `json` is OpenAI's default. */
export const responseFormats = ['json', 'verbose_json'] as const;
type ResponseFormat = (typeof responseFormats)[number];

type FormatOptions = {
  format: ResponseFormat;
  language: string;
  temperature: number;
  granularities: readonly string[];
};

const toSeconds = (ms: number) => Math.round(ms) / 1_000;

/** Whisper processes windows of 30 seconds and counts `seek` in hundredths of a second. */
const windowMs = 30_000;
const seekOf = (startMs: number) => Math.floor(startMs / windowMs) * (windowMs / 10);

/** Keys get a higher confidence, because the detection of tones is more reliable than that of voices. */
const avgLogProb = { keys: -0.05, speech: -0.2 } as const;
const noSpeechProb = { keys: 0.01, speech: 0.1 } as const;

const compressionRatio = (text: string) =>
  Math.round((Buffer.byteLength(text) / deflateSync(text).length) * 1_000) / 1_000;

function verbose(
  { segments, durationMs }: Recognition,
  text: string,
  { language, temperature, granularities }: FormatOptions,
) {
  return {
    task: 'transcribe',
    language,
    duration: toSeconds(durationMs),
    text,
    ...(granularities.includes('word')
      ? {
          words: segments.flatMap(({ words }) =>
            words.map((word) => ({
              word: word.text,
              start: toSeconds(word.startMs),
              end: toSeconds(word.endMs),
            })),
          ),
        }
      : {}),
    // Like OpenAI, leave out the segments if the request asks only for words.
    ...(granularities.includes('segment') || granularities.length === 0
      ? {
          segments: segments.map((segment, id) => ({
            id,
            seek: seekOf(segment.startMs),
            start: toSeconds(segment.startMs),
            end: toSeconds(segment.endMs),
            text: ` ${segment.text}`,
            // The sandbox uses Unicode code points as its vocabulary.
            tokens: [...` ${segment.text}`].map((sign) => sign.codePointAt(0)),
            temperature,
            avg_logprob: avgLogProb[segment.kind],
            compression_ratio: compressionRatio(segment.text),
            no_speech_prob: noSpeechProb[segment.kind],
          })),
        }
      : {}),
  };
}

export function formatResponse(heard: Recognition, options: FormatOptions) {
  const text = heard.segments.map((segment) => segment.text).join(' ');
  const usage = { type: 'duration', seconds: Math.ceil(heard.durationMs / 1_000) };
  return options.format === 'json' ? { text, usage } : { ...verbose(heard, text, options), usage };
}
