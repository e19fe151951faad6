import { type AttemptKind, durationOfPcmMs, speechSampleRateHz } from '../engine.ts';
import type { DecodedSegment, DecodedSpeech } from './engine-child.ts';
import { splitIntoPhrases } from './split-phrases.ts';
import type { NativeCall, NativeContext, WhisperOptions } from './whisper-node.d.ts';

/** After the library has named an error, its answer should be there at once. */
const defaultGraceMs = 2_000;

/**
 * What the library logged about the work at hand. Its own errors only say that something failed, and some of them
 * never arrive: the promise of a call that fails inside stays open for ever.
 */
export function trackNativeErrors(graceMs = defaultGraceMs) {
  let heard: string[] = [];
  let onHeard = () => {};
  return {
    hear(text: string) {
      heard.push(text.trim());
      onHeard();
    },
    forget() {
      heard = [];
    },
    list: (): readonly string[] => heard,
    /** The promise's own answer, or what was logged when that stays away. */
    async orAnswer<T>(answer: Promise<T>): Promise<T> {
      let timer: NodeJS.Timeout | undefined;
      const silent = new Promise<never>((_, reject) => {
        onHeard = () => {
          timer ??= setTimeout(() => reject(new Error(heard.join('; '))), graceMs);
        };
      });
      try {
        return await Promise.race([answer, silent]);
      } finally {
        clearTimeout(timer);
        onHeard = () => {};
      }
    },
  };
}

export type Request = { pcm: Int16Array; language: string; attempt: AttemptKind };

/** Runs one native call to its end; undefined once somebody stopped it. */
export type RunCall = (begin: () => NativeCall) => Promise<Awaited<NativeCall['promise']> | undefined>;

type WhisperDecoding = Omit<WhisperOptions, 'maxThreads' | 'language'>;

const decoding: Readonly<Record<AttemptKind, WhisperDecoding>> = {
  normal: { temperature: 0, temperatureInc: 0.2, bestOf: 5 },
  // A loop feeds on the text before it, and comes back as long as the likeliest word is taken each time.
  careful: { temperature: 0.4, temperatureInc: 0.2, bestOf: 5, maxContext: 0 },
};

/** Of a few milliseconds Whisper makes no frame at all, and then never answers. */
const minSamples = speechSampleRateHz;

function atLeastOneSecond(pcm: Int16Array): Int16Array {
  if (pcm.length >= minSamples) return pcm;
  const padded = new Int16Array(minSamples);
  padded.set(pcm);
  return padded;
}

const bufferOf = (pcm: Int16Array) => atLeastOneSecond(pcm).slice().buffer;

const clean = ({ startMs, endMs, text }: DecodedSegment, maxMs: number): DecodedSegment => ({
  startMs: Math.min(startMs, maxMs),
  endMs: Math.max(Math.min(startMs, maxMs), Math.min(endMs, maxMs)),
  text: text.trim(),
});

export async function decodeWithWhisper(
  context: NativeContext<WhisperOptions>,
  { pcm, language, attempt }: Request,
  { run, threads }: { run: RunCall; threads: number },
): Promise<DecodedSpeech | undefined> {
  const result = await run(() =>
    context.transcribeData(bufferOf(pcm), { ...decoding[attempt], language, maxThreads: threads }),
  );
  if (result === undefined) return undefined;
  // Its windows of 30 s reach beyond the end of what it was given.
  const maxMs = Math.round(durationOfPcmMs(pcm));
  const segments = result.segments
    .map(({ t0, t1, text }) => clean({ startMs: t0, endMs: t1, text }, maxMs))
    .filter(({ text }) => text !== '');
  return { segments, ...(result.language ? { language: result.language } : {}) };
}

export async function decodeWithParakeet(
  context: NativeContext<{ maxThreads: number }>,
  { pcm, attempt }: Request,
  { run, threads }: { run: RunCall; threads: number },
): Promise<DecodedSpeech | undefined> {
  const segments: DecodedSegment[] = [];
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
