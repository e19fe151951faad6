import { type AttemptKind, durationOfPcmMs, padToOneSecond, type Segment } from '../engine.ts';
import type { ChunkRequest, DecodedSpeech } from './engine-child.ts';
import { splitIntoPhrases } from './split-phrases.ts';
import type { NativeCall, NativeContext, WhisperOptions } from './whisper-node.d.ts';
import { segmentsOfWhisper } from './whisper-segments.ts';

/** Once the library has logged an error, its answer should follow at once. */
const defaultGraceMs = 2_000;

/**
 * Collects the library's error log for the current call. The library's own errors only say that a call failed.
 * After some internal errors, the promise of a call never settles.
 */
export function trackNativeErrors(graceMs = defaultGraceMs) {
  let logged: string[] = [];
  let onLogged = () => {};
  return {
    hear(text: string) {
      logged.push(text.trim());
      onLogged();
    },
    forget() {
      logged = [];
    },
    list: (): readonly string[] => logged,
    /** Returns the promise's result, or rejects with the logged errors if it does not settle in time. */
    async orAnswer<T>(answer: Promise<T>): Promise<T> {
      let timer: NodeJS.Timeout | undefined;
      const silent = new Promise<never>((_, reject) => {
        onLogged = () => {
          timer ??= setTimeout(() => reject(new Error(logged.join('; '))), graceMs);
        };
      });
      try {
        return await Promise.race([answer, silent]);
      } finally {
        clearTimeout(timer);
        onLogged = () => {};
      }
    },
  };
}

/** Runs one native call to its end. Returns undefined if it was stopped. */
export type RunCall = (begin: () => NativeCall) => Promise<Awaited<NativeCall['promise']> | undefined>;

type WhisperDecoding = Omit<WhisperOptions, 'maxThreads' | 'language' | 'tokenTimestamps' | 'maxLen'>;

/** The binding reports neither words nor tokens. At most one character for each segment yields one token for each. */
const oneTokenASegment = { tokenTimestamps: true, maxLen: 1 };

const decoding: Readonly<Record<AttemptKind, WhisperDecoding>> = {
  normal: { temperature: 0, temperatureInc: 0.2, bestOf: 5 },
  // Loops feed on the previous text, and persist while the likeliest word is always taken.
  careful: { temperature: 0.4, temperatureInc: 0.2, bestOf: 5, maxContext: 0 },
};

const bufferOf = (pcm: Int16Array) => padToOneSecond(pcm).slice().buffer;

export async function decodeWithWhisper(
  context: NativeContext<WhisperOptions>,
  { pcm, language, attempt }: ChunkRequest,
  { run, threads }: { run: RunCall; threads: number },
): Promise<DecodedSpeech | undefined> {
  const result = await run(() =>
    context.transcribeData(bufferOf(pcm), {
      ...decoding[attempt],
      ...oneTokenASegment,
      language,
      maxThreads: threads,
    }),
  );
  if (result === undefined) return undefined;
  const { temperature } = decoding[attempt];
  const segments = segmentsOfWhisper(result, { maxMs: Math.round(durationOfPcmMs(pcm)), temperature });
  return { segments, ...(result.language ? { language: result.language } : {}) };
}

export async function decodeWithParakeet(
  context: NativeContext<{ maxThreads: number }>,
  { pcm, attempt }: ChunkRequest,
  { run, threads }: { run: RunCall; threads: number },
): Promise<DecodedSpeech | undefined> {
  const segments: Segment[] = [];
  for (const { from, to, startMs, endMs } of splitIntoPhrases(pcm, attempt)) {
    const samples = bufferOf(pcm.subarray(from, to));
    const result = await run(() => context.transcribeData(samples, { maxThreads: threads }));
    if (result === undefined) return undefined;
    const text = result.segments
      .map((segment) => segment.text)
      .join('')
      .trim();
    if (text !== '') segments.push({ startMs, endMs, text });
  }
  return { segments };
}
