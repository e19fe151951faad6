import { deflateSync } from 'node:zlib';
import type { Recognition } from './recognition/recognize.ts';

export const responseFormats = ['json', 'verbose_json', 'text', 'srt', 'vtt'] as const;
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

/** The detection of tones is more reliable than that of voices. */
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
            // The vocabulary is Unicode.
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

function clock(ms: number, separator: ',' | '.') {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const whole = Math.round(ms);
  const fraction = String(whole % 1_000).padStart(3, '0');
  return `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1_000) % 60)}${separator}${fraction}`;
}

const cues = ({ segments }: Recognition, separator: ',' | '.') =>
  segments.map(
    ({ startMs, endMs, text }) => `${clock(startMs, separator)} --> ${clock(endMs, separator)}\n${text}\n`,
  );

type Answer = Readonly<{ type: string; body: unknown }>;

export function formatResponse(heard: Recognition, asked: FormatOptions): Answer {
  const text = heard.segments.map((segment) => segment.text).join(' ');
  const usage = { type: 'duration', seconds: Math.ceil(heard.durationMs / 1_000) };
  const json = 'application/json; charset=utf-8';
  const plain = 'text/plain; charset=utf-8';
  switch (asked.format) {
    case 'json':
      return { type: json, body: { text, usage } };
    case 'verbose_json':
      return { type: json, body: { ...verbose(heard, text, asked), usage } };
    case 'text':
      return { type: plain, body: `${text}\n` };
    case 'srt':
      return {
        type: plain,
        body: cues(heard, ',')
          .map((cue, index) => `${index + 1}\n${cue}\n`)
          .join(''),
      };
    case 'vtt':
      return { type: plain, body: `WEBVTT\n\n${cues(heard, '.').join('\n')}` };
  }
}
