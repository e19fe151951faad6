import { createAssemblyAI } from '@ai-sdk/assemblyai';
import { createDeepgram } from '@ai-sdk/deepgram';
import { createOpenAI } from '@ai-sdk/openai';
import type { transcribe } from 'ai';
import type { AttemptKind, EngineLimits } from '../engine.ts';
import { type ReadAnswer, readAssemblyAi, readDeepgram, readOpenAi } from './vendor-responses.ts';

/** What the SDK demands of each segment, beyond what servers of this protocol (whisper.cpp's, for one) care to say. */
const unsaid = {
  id: 0,
  seek: 0,
  tokens: [],
  temperature: 0,
  compression_ratio: 0,
  no_speech_prob: 0,
};

type Body = { segments?: unknown; words?: unknown; language?: unknown };
type Said = Record<string, unknown>;

const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null;

function completed(body: Body): Body {
  if (!Array.isArray(body.segments)) return body;
  const segments = body.segments.filter(isSaid).map((segment) =>
    // Segments with a type are told apart by it, and are whole.
    'type' in segment ? segment : { ...unsaid, avg_logprob: 0, ...segment },
  );
  // Some give the words of each segment inside it.
  const within = segments.flatMap(({ words }) => (Array.isArray(words) ? words.filter(isSaid) : []));
  const words =
    body.words ?? within.map(({ word, text, start, end }) => ({ word: word ?? text, start, end }));
  return { ...body, segments, words };
}

/** The platform's fetch, with an answer that the SDK can read; what is no JSON passes as it is. */
export const fetchCompleteResponse: typeof fetch = async (input, init) => {
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

/** The body is whole and plain by now. */
function headersOf(headers: Headers) {
  const kept = new Headers(headers);
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) kept.delete(name);
  return kept;
}

export const cloudVendors = ['openai', 'assemblyai', 'deepgram'] as const;
export type CloudVendor = (typeof cloudVendors)[number];

type TranscribeOptions = Parameters<typeof transcribe>[0];
type Asked = { language: string; attempt: AttemptKind };

export type CloudSetting = Readonly<{
  vendor: CloudVendor;
  model: string;
  apiKey: string;
  /** Any server that speaks as the vendor does. */
  baseUrl?: string | undefined;
  /** Chunks sent at once. */
  parallel?: number | undefined;
}>;

/** What the SDK leaves to each vendor: how to ask, what it takes, and where its answer says more than the SDK reads. */
export type Vendor = Readonly<{
  model: TranscribeOptions['model'];
  optionsFor: (asked: Asked) => NonNullable<TranscribeOptions['providerOptions']>;
  /** Asked for instead once the full request was refused: not every server knows every wish. */
  plainerOptionsFor?: (asked: Asked) => NonNullable<TranscribeOptions['providerOptions']>;
  read: ReadAnswer;
  limits: EngineLimits;
  languages: readonly string[];
}>;

const minuteMs = 60_000;
const megabyte = 1_048_576;
/** What each of them is documented to know and people here ask for. */
const languages = ['pt', 'en', 'es', 'fr', 'de', 'it', 'nl', 'ja', 'ko', 'zh', 'ru', 'hi', 'pl', 'tr', 'uk'];

/** Where one language was asked for it is said; the engine finds it by itself otherwise. */
const said = (language: string, key: string) => (language === 'auto' ? {} : { [key]: language });

function openAi({ model, apiKey, baseUrl, parallel = 4 }: CloudSetting): Vendor {
  const provider = createOpenAI({
    apiKey,
    fetch: fetchCompleteResponse,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  });
  /** These answer with bare text; all others that speak this protocol give times. */
  const onlyText = /^gpt-/.test(model) && !model.includes('diarize');
  const asked = ({ language, attempt }: Asked) => ({
    ...said(language, 'language'),
    // A loop comes of always taking the likeliest word.
    ...(attempt === 'careful' ? { temperature: 0.4 } : {}),
  });
  const timed = (granularities: string[]) => (question: Asked) => ({
    openai: { ...asked(question), responseFormat: 'verbose_json', timestampGranularities: granularities },
  });
  return {
    model: provider.transcription(model),
    optionsFor: onlyText ? (question) => ({ openai: asked(question) }) : timed(['segment', 'word']),
    ...(onlyText ? {} : { plainerOptionsFor: timed(['segment']) }),
    read: readOpenAi,
    // Bare text has no times: short chunks keep its place in the recording known. The others are as long as lets all
    // lanes begin early and end together: of four minutes each, an hour has two rounds, and the second half empty.
    limits: {
      targetMs: onlyText ? minuteMs / 2 : 2 * minuteMs,
      maxMs: onlyText ? minuteMs : 10 * minuteMs,
      parallel,
      maxBytes: 25 * megabyte,
    },
    languages,
  };
}

/** These two tell speakers apart, but only within one request: whole recordings, as far as memory allows. */
const wholeRecordings = (parallel: number): EngineLimits => ({
  targetMs: 60 * minuteMs,
  maxMs: 60 * minuteMs,
  parallel,
});

function assemblyAi({ model, apiKey, baseUrl, parallel = 2 }: CloudSetting): Vendor {
  const provider = createAssemblyAI({
    apiKey,
    ...(baseUrl === undefined ? {} : { fetch: (url, init) => fetch(rebaseUrl(url, baseUrl), init) }),
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
  };
}

function deepgram({ model, apiKey, baseUrl, parallel = 2 }: CloudSetting): Vendor {
  const provider = createDeepgram({
    apiKey,
    ...(baseUrl === undefined ? {} : { fetch: (url, init) => fetch(rebaseUrl(url, baseUrl), init) }),
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
  };
}

/** The SDKs of these two know one address only; a vendor's server elsewhere is reached by its path. */
function rebaseUrl(url: Request | string | URL, baseUrl: string): URL {
  const { pathname, search } = new URL(url instanceof Request ? url.url : url);
  return new URL(`${baseUrl.replace(/\/$/, '')}${pathname}${search}`);
}

export const openVendor = { openai: openAi, assemblyai: assemblyAi, deepgram } as const satisfies Record<
  CloudVendor,
  (setting: CloudSetting) => Vendor
>;
