import { createAssemblyAI } from '@ai-sdk/assemblyai';
import { createDeepgram } from '@ai-sdk/deepgram';
import { createOpenAI } from '@ai-sdk/openai';
import type { transcribe } from 'ai';
import { minuteMs } from '#domain/format/durations.ts';
import { addressAt, type Trial } from '#server/adapters/services/try-server.ts';
import type { SpeechVendor } from '#server/config/speech.ts';
import type { AttemptKind, EngineLimits } from '../engine.ts';
import { type ReadAnswer, readAssemblyAi, readDeepgram, readOpenAi } from './vendor-responses.ts';

/** Fields that the SDK requires in each segment, but that some compatible servers (such as whisper.cpp's) omit. */
const missingFields = {
  id: 0,
  seek: 0,
  tokens: [],
  temperature: 0,
  compression_ratio: 0,
  no_speech_prob: 0,
};

type Body = { segments?: unknown; words?: unknown; language?: unknown };
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** A server without times of words leaves them out, or sends null. */
const isTimed = ({ start, end }: Fields) => typeof start === 'number' && typeof end === 'number';

const fieldsIn = (list: unknown) => (Array.isArray(list) ? list.filter(isFields) : []);

function completed({ segments: given, words: ofText, ...body }: Body): Body {
  if (!Array.isArray(given)) return { ...body, ...(ofText === undefined ? {} : { words: ofText }) };
  const segments = fieldsIn(given).map((segment) =>
    // Segments with a type belong to another response format and are complete.
    'type' in segment ? segment : { ...missingFields, avg_logprob: 0, ...segment },
  );
  // Only the text of such an answer is of use.
  if (!segments.every(isTimed)) return body;
  // Some servers nest the words in the segments.
  const nested = segments.flatMap(({ words }) => fieldsIn(words));
  const listed = fieldsIn(ofText).length > 0 ? fieldsIn(ofText) : nested;
  const words = listed.filter(isTimed).map(({ text, ...word }) => ({ word: text, ...word }));
  return { ...body, segments, words };
}

/** A fetch that completes the response for the SDK. Responses that are not JSON pass unchanged. */
const fetchCompleteResponse: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (!answer.ok) return answer;
  const text = await answer.text();
  const { status, headers } = answer;
  try {
    return new Response(JSON.stringify(completed(JSON.parse(text))), { status, headers: headersOf(headers) });
  } catch {
    return new Response(text, { status, headers: headersOf(headers) });
  }
};

/** Removes the headers that described the original, encoded body. */
function headersOf(headers: Headers) {
  const kept = new Headers(headers);
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) kept.delete(name);
  return kept;
}

type TranscribeOptions = Parameters<typeof transcribe>[0];
type ChunkRequest = { language: string; attempt: AttemptKind };

export type CloudSetting = Readonly<{
  vendor: SpeechVendor;
  model: string;
  apiKey: string;
  /** Any server compatible with the vendor's API. */
  baseUrl?: string | undefined;
  /** Parallel requests. */
  parallel?: number | undefined;
}>;

/** Vendor-specific parts: request options, limits, and response fields that the SDK does not read. */
export type Vendor = Readonly<{
  model: TranscribeOptions['model'];
  optionsFor: (request: ChunkRequest) => NonNullable<TranscribeOptions['providerOptions']>;
  /** A fallback for a refused request, because not every server supports every option. */
  optionsWithoutWordTimes?: (request: ChunkRequest) => NonNullable<TranscribeOptions['providerOptions']>;
  read: ReadAnswer;
  limits: EngineLimits;
  languages: readonly string[];
  /** Asks whether the key is right. */
  trial: Trial;
}>;

const megabyte = 1_048_576;
/** Supported by all of these vendors according to their documentation, and requested by our users. */
const languages = ['pt', 'en', 'es', 'fr', 'de', 'it', 'nl', 'ja', 'ko', 'zh', 'ru', 'hi', 'pl', 'tr', 'uk'];

/** Passes the requested language. With 'auto', the engine detects it. */
const languageOption = (language: string, key: string) => (language === 'auto' ? {} : { [key]: language });

function openAi({ model, apiKey, baseUrl, parallel = 4 }: CloudSetting): Vendor {
  const provider = createOpenAI({
    apiKey,
    fetch: fetchCompleteResponse,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  });
  /** These models return plain text. All other models of this protocol return timestamps. */
  const onlyText = /^gpt-/.test(model) && !model.includes('diarize');
  const languageOptions = ({ language, attempt }: ChunkRequest) => ({
    ...languageOption(language, 'language'),
    // Always taking the likeliest word causes loops.
    ...(attempt === 'careful' ? { temperature: 0.4 } : {}),
  });
  const timed = (granularities: string[]) => (request: ChunkRequest) => ({
    openai: {
      ...languageOptions(request),
      responseFormat: 'verbose_json',
      timestampGranularities: granularities,
    },
  });
  return {
    model: provider.transcription(model),
    optionsFor: onlyText ? (request) => ({ openai: languageOptions(request) }) : timed(['segment', 'word']),
    ...(onlyText ? {} : { optionsWithoutWordTimes: timed(['segment']) }),
    read: readOpenAi,
    // Text without timestamps is located by its chunk, so chunks are short. Other chunks let all parallel requests
    // start early and end together: with four minutes each, an hour would leave the second round half empty.
    limits: {
      targetMs: onlyText ? minuteMs / 2 : 2 * minuteMs,
      maxMs: onlyText ? minuteMs : 10 * minuteMs,
      parallel,
      maxBytes: 25 * megabyte,
    },
    languages,
    trial: {
      url: addressAt(baseUrl ?? 'https://api.openai.com/v1', '/models'),
      headers: { authorization: `Bearer ${apiKey}` },
    },
  };
}

/** Both vendors label speakers per request only, so send whole recordings as far as memory allows. */
const wholeRecordings = (parallel: number): EngineLimits => ({
  targetMs: 60 * minuteMs,
  maxMs: 60 * minuteMs,
  parallel,
});

function assemblyAi({ model, apiKey, baseUrl, parallel = 2 }: CloudSetting): Vendor {
  const provider = createAssemblyAI({
    apiKey,
    ...rebased(baseUrl),
  });
  return {
    model: provider.transcription(model),
    optionsFor: ({ language }) => ({
      assemblyai: {
        ...(language === 'auto' ? { languageDetection: true } : { languageCode: language }),
        speakerLabels: true,
        punctuate: true,
        formatText: true,
      },
    }),
    read: readAssemblyAi,
    limits: wholeRecordings(parallel),
    languages,
    trial: {
      url: addressAt(baseUrl ?? 'https://api.assemblyai.com', '/v2/transcript?limit=1'),
      headers: { authorization: apiKey },
    },
  };
}

function deepgram({ model, apiKey, baseUrl, parallel = 2 }: CloudSetting): Vendor {
  const provider = createDeepgram({
    apiKey,
    ...rebased(baseUrl),
  });
  return {
    model: provider.transcription(model),
    optionsFor: ({ language }) => ({
      deepgram: {
        ...(language === 'auto' ? { detectLanguage: true } : { language }),
        diarize: true,
        punctuate: true,
        smartFormat: true,
      },
    }),
    read: readDeepgram,
    limits: wholeRecordings(parallel),
    languages,
    trial: {
      url: addressAt(baseUrl ?? 'https://api.deepgram.com', '/v1/projects'),
      headers: { authorization: `Token ${apiKey}` },
    },
  };
}

/** These SDKs support only the vendor's own host. This redirects their requests to another base URL. */
function rebased(baseUrl: string | undefined): { fetch?: typeof fetch } {
  if (baseUrl === undefined) return {};
  return {
    fetch: (url, init) => {
      const { pathname, search } = new URL(url instanceof Request ? url.url : url);
      return fetch(new URL(`${baseUrl.replace(/\/$/, '')}${pathname}${search}`), init);
    },
  };
}

export const openVendor = { openai: openAi, assemblyai: assemblyAi, deepgram } as const satisfies Record<
  SpeechVendor,
  (setting: CloudSetting) => Vendor
>;
