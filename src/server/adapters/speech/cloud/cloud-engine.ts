import { APICallError, JSONParseError, TypeValidationError, transcribe } from 'ai';
import { z } from 'zod';
import { minuteMs } from '#domain/format/durations.ts';
import { isOutOfCredit, retryAfterMs } from '#server/adapters/ai-sdk.ts';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { tryServer } from '#server/adapters/services/try-server.ts';
import { createSemaphore } from '#server/concurrency/semaphore.ts';
import { countStreamedBytes } from '#server/runtime/garbage-collection.ts';
import {
  type Chunk,
  durationOfPcmMs,
  padToOneSecond,
  type Segment,
  type SpeechEngine,
  SpeechError,
  type SpeechErrorKind,
  type Transcript,
} from '../engine.ts';
import type { FindVoice } from '../local/voice-activity/voice-search.ts';
import { estimateSegments } from './estimate-words.ts';
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

function kindOf({ statusCode: status, responseBody = '' }: APICallError): SpeechErrorKind {
  if (status === undefined || status >= 500) return 'temporary';
  if (status === 429 && isOutOfCredit(responseBody)) return 'unauthorized';
  return kinds[status] ?? (status >= 400 ? 'refused' : 'nonsense');
}

/** The vendor's message stays in `cause`. It may quote the speech, so the log contains only its kind and code. */
function toSpeechError(error: unknown, signal: AbortSignal | undefined): SpeechError {
  if (error instanceof SpeechError) return error;
  if (signal?.aborted) return new SpeechError('aborted', 'the transcription was aborted', { cause: error });
  if (APICallError.isInstance(error)) {
    const kind = kindOf(error);
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
    return new SpeechError('nonsense', 'the engine answered without a transcript', { cause: error });
  return new SpeechError('temporary', 'the engine could not be reached', { cause: error });
}

const labels = { openai: 'OpenAI', assemblyai: 'AssemblyAI', deepgram: 'Deepgram' } as const;
/** The configuration's default. */
const defaultTimeLimitMs = 10 * minuteMs;

type CloudEngineOptions = CloudSetting & {
  label?: string;
  timeLimitMs?: number;
  /** Finds where people speak, for texts without times. */
  voice?: { findVoice: FindVoice; close: () => Promise<void> };
};

/** Moves times to the file's clock, and clamps them to the chunk. */
function offsetToFile(segments: readonly Segment[], { startMs, pcm }: Chunk): Segment[] {
  const chunkMs = durationOfPcmMs(pcm);
  const inRecording = (ms: number) => Math.round(startMs + Math.min(Math.max(ms, 0), chunkMs));
  return segments.map((segment) => ({
    ...segment,
    startMs: inRecording(segment.startMs),
    endMs: inRecording(segment.endMs),
    ...(segment.words === undefined
      ? {}
      : {
          words: segment.words.map((word) => ({
            ...word,
            startMs: inRecording(word.startMs),
            endMs: inRecording(word.endMs),
          })),
        }),
  }));
}

export function openCloudEngine(options: CloudEngineOptions): SpeechEngine {
  const { vendor: name, model, timeLimitMs = defaultTimeLimitMs, voice } = options;
  const vendor = openVendor[name](options);
  let omitsWordTimes = false;
  // One semaphore per engine: concurrent recordings share its limit.
  const withEngineSlot = createSemaphore(vendor.limits.parallel);

  async function send(chunk: Chunk, signal: AbortSignal, withoutWordTimes: boolean) {
    const optionsFor =
      withoutWordTimes && vendor.optionsWithoutWordTimes !== undefined
        ? vendor.optionsWithoutWordTimes
        : vendor.optionsFor;
    const audio = encodeWav(padToOneSecond(chunk.pcm));
    // The HTTP client copies the body while it streams it.
    countStreamedBytes(audio.length);
    return transcribe({
      model: vendor.model,
      audio,
      providerOptions: optionsFor(chunk),
      abortSignal: signal,
      // The pipeline retries, and respects retry-after. A retry here would send the chunk again.
      maxRetries: 0,
    });
  }

  async function transcribeChunk(chunk: Chunk, withoutWordTimes = omitsWordTimes): Promise<Transcript> {
    // AbortSignal.timeout would keep its listeners in memory for minutes after the answer.
    const limit = new AbortController();
    const late = () => limit.abort(new DOMException('The engine exceeded the time limit.', 'TimeoutError'));
    const timer = setTimeout(late, timeLimitMs);
    const signal = chunk.signal === undefined ? limit.signal : AbortSignal.any([chunk.signal, limit.signal]);
    try {
      const result = await send(chunk, signal, withoutWordTimes);
      const { text, language, segments, responses } = result;
      const [response] = responses as { body?: unknown }[];
      const read = vendor.read({ text, language, segments, raw: response?.body });
      if (read === 'no_times') {
        const spans = await voice?.findVoice(chunk.pcm, signal);
        const found = estimateSegments(text, { voice: spans ?? [], chunkMs: durationOfPcmMs(chunk.pcm) });
        return { ...(language === undefined ? {} : { language }), segments: offsetToFile(found, chunk) };
      }
      const withText = read.filter((segment) => segment.text.trim() !== '');
      return {
        ...(language === undefined ? {} : { language }),
        segments: offsetToFile(withText, chunk),
      };
    } catch (error) {
      const fault = toSpeechError(error, chunk.signal);
      if (fault.kind !== 'refused' || withoutWordTimes || vendor.optionsWithoutWordTimes === undefined)
        throw fault;
      // Some compatible servers lack word timestamps. Retry once without them, and remember if that works.
      const transcript = await transcribeChunk(chunk, true);
      omitsWordTimes = true;
      return transcript;
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
        : withEngineSlot(() => transcribeChunk(chunk), chunk.signal).catch((error: unknown) => {
            throw toSpeechError(error, chunk.signal);
          }),
    readiness: () => ({ state: 'ready' }),
    prepare: async (signal) => {
      if (signal?.aborted) throw new SpeechError('aborted', 'the transcription was aborted');
    },
    tryServer: () => tryServer(vendor.trial),
    close: async () => voice?.close(),
  };
}
