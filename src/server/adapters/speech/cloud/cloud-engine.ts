import { APICallError, JSONParseError, TypeValidationError, transcribe } from 'ai';
import { z } from 'zod';
import { createSemaphore } from '../../../concurrency/semaphore.ts';
import { countStreamedBytes } from '../../../runtime/streaming-gc.ts';
import { encodeWav } from '../../media/pcm.ts';
import {
  type Chunk,
  durationOfPcmMs,
  type Segment,
  type SpeechEngine,
  SpeechError,
  type SpeechErrorKind,
  speechSampleRateHz,
  type Transcript,
} from '../engine.ts';
import { type CloudSetting, openVendor } from './vendors.ts';

const kinds: Readonly<Record<number, SpeechErrorKind>> = {
  401: 'unauthorized',
  402: 'unauthorized',
  403: 'unauthorized',
  404: 'refused',
  408: 'temporary',
  409: 'temporary',
  413: 'too_big',
  425: 'temporary',
  429: 'busy',
};

/** Seconds or a date, as HTTP allows both; some servers say milliseconds in a header of their own. */
function retryAfterMs(headers: Record<string, string> = {}): number | undefined {
  const exact = Number(headers['retry-after-ms']);
  if (Number.isFinite(exact) && exact > 0) return exact;
  const said = headers['retry-after'];
  if (said === undefined) return undefined;
  const seconds = Number(said);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(said) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

function kindOf(status: number | undefined): SpeechErrorKind {
  if (status === undefined || status >= 500) return 'temporary';
  return kinds[status] ?? (status >= 400 ? 'refused' : 'nonsense');
}

/** The vendor's own words stay in `cause`. They may hold what was said: the log tells their kind and code alone. */
export function toSpeechError(error: unknown, signal: AbortSignal | undefined): SpeechError {
  if (error instanceof SpeechError) return error;
  if (signal?.aborted) return new SpeechError('aborted', 'called off', { cause: error });
  if (APICallError.isInstance(error)) {
    const kind = kindOf(error.statusCode);
    return new SpeechError(kind, `the engine answered ${error.statusCode ?? 'nothing'}`, {
      cause: error,
      retryAfterMs: retryAfterMs(error.responseHeaders),
    });
  }
  if (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    error instanceof z.ZodError
  )
    return new SpeechError('nonsense', 'the engine answered what is no transcript', { cause: error });
  return new SpeechError('temporary', 'the engine could not be reached', { cause: error });
}

/** The SDK would print its remarks to the console; what matters of them comes back as a fault. */
globalThis.AI_SDK_LOG_WARNINGS = false;

const labels = { openai: 'OpenAI', assemblyai: 'AssemblyAI', deepgram: 'Deepgram' } as const;
/** As the configuration has it where it says nothing. */
const defaultTimeLimitMs = 600_000;

type CloudEngineOptions = CloudSetting & { label?: string; timeLimitMs?: number };

/** Moves times to the file's clock, and keeps what lies outside the chunk inside it. */
function offsetToFile(segments: readonly Segment[], { startMs, pcm }: Chunk): Segment[] {
  const chunkMs = durationOfPcmMs(pcm);
  const place = (ms: number) => Math.round(startMs + Math.min(Math.max(ms, 0), chunkMs));
  return segments.map((segment) => ({
    ...segment,
    startMs: place(segment.startMs),
    endMs: place(segment.endMs),
    ...(segment.words === undefined
      ? {}
      : {
          words: segment.words.map((word) => ({
            ...word,
            startMs: place(word.startMs),
            endMs: place(word.endMs),
          })),
        }),
  }));
}

/** Less than a tenth of a second is refused as no audio. */
function longEnough(pcm: Int16Array): Int16Array {
  if (pcm.length >= speechSampleRateHz) return pcm;
  const padded = new Int16Array(speechSampleRateHz);
  padded.set(pcm);
  return padded;
}

export function openCloudEngine(options: CloudEngineOptions): SpeechEngine {
  const { vendor: name, model, timeLimitMs = defaultTimeLimitMs } = options;
  const vendor = openVendor[name](options);
  let plainer = false;
  // Of the engine, not of one recording: three recordings at once share what it takes.
  const inLine = createSemaphore(vendor.limits.parallel);

  async function ask(chunk: Chunk, signal: AbortSignal, asPlain: boolean) {
    const optionsFor =
      asPlain && vendor.plainerOptionsFor !== undefined ? vendor.plainerOptionsFor : vendor.optionsFor;
    const audio = encodeWav(longEnough(chunk.pcm));
    // The request goes out in copies of its own, piece by piece.
    countStreamedBytes(audio.length);
    return transcribe({
      model: vendor.model,
      audio,
      providerOptions: optionsFor(chunk),
      abortSignal: signal,
      // The pipeline repeats, by the server's own word on when: here a second try would send an answered chunk again.
      maxRetries: 0,
    });
  }

  async function transcribeChunk(chunk: Chunk, asPlain = plainer): Promise<Transcript> {
    // Not AbortSignal.timeout: each would hold what hangs on it for minutes after its answer.
    const limit = new AbortController();
    const late = () => limit.abort(new DOMException('The engine took too long.', 'TimeoutError'));
    const timer = setTimeout(late, timeLimitMs);
    const signal = chunk.signal === undefined ? limit.signal : AbortSignal.any([chunk.signal, limit.signal]);
    try {
      const result = await ask(chunk, signal, asPlain);
      const { text, language, segments, responses } = result;
      const [response] = responses as { body?: unknown }[];
      const read = vendor.read({ text, language, segments, raw: response?.body }, durationOfPcmMs(chunk.pcm));
      const kept = read.filter((segment) => segment.text.trim() !== '');
      return {
        ...(language === undefined ? {} : { language }),
        segments: offsetToFile(kept, chunk),
      };
    } catch (error) {
      const fault = toSpeechError(error, chunk.signal);
      if (fault.kind !== 'refused' || asPlain || vendor.plainerOptionsFor === undefined) throw fault;
      // Some servers of this protocol know no times of words: asked once more without, and from then on where that
      // was all that was wrong.
      const heard = await transcribeChunk(chunk, true);
      plainer = true;
      return heard;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    name: `${name}:${model}`,
    label: options.label ?? `${labels[name]} (${model})`,
    languages: vendor.languages,
    limits: vendor.limits,
    transcribe: async (chunk) =>
      chunk.pcm.length === 0
        ? { segments: [] }
        : inLine(() => transcribeChunk(chunk), chunk.signal).catch((error: unknown) => {
            throw toSpeechError(error, chunk.signal);
          }),
    readiness: () => ({ state: 'ready' }),
    prepare: async (signal) => {
      if (signal?.aborted) throw new SpeechError('aborted', 'called off');
    },
    close: async () => {},
  };
}
