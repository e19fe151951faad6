import { splitWords } from '#domain/transcript/match-words.ts';
import {
  durationOfPcmMs,
  type Segment,
  type SpeechEngine,
  SpeechError,
  type Transcript,
} from '#server/adapters/speech/engine.ts';
import { cutSound } from './cut-sound.ts';
import { detectHallucination } from './detect-hallucinations.ts';

type Stretch = {
  pcm: Int16Array;
  startMs: number;
  language: string;
  isSilent: (startMs: number, endMs: number) => boolean;
  signal: AbortSignal;
};

export const hasDrifted = ({ otherLanguage }: Segment) => otherLanguage !== undefined;

/** Two engines may place the same word half a second apart. */
const slackMs = 500;
const wordCount = (text: string) => splitWords(text).length;

/** The words that segments have between two times, as if each spoke evenly. */
function wordsWithin(segments: readonly Segment[], fromMs: number, toMs: number): number {
  return segments.reduce((sum, { startMs, endMs, text }) => {
    const sharedMs = Math.min(endMs, toMs) - Math.max(startMs, fromMs);
    return sharedMs <= 0 ? sum : sum + (wordCount(text) * sharedMs) / (endMs - startMs);
  }, 0);
}

/**
 * True if the answer has at least half the words of each segment in another language, where it was said. An answer
 * that leaves a sentence out has no doubt about it, and would otherwise count as the better one.
 */
export const keepsDriftedText = (answer: readonly Segment[], before: readonly Segment[]) =>
  before
    .filter(hasDrifted)
    .every(
      ({ startMs, endMs, text }) =>
        wordsWithin(answer, startMs - slackMs, endMs + slackMs) >= wordCount(text) / 2,
    );

/** Undefined after a fault of the engine. An abort is none. */
export const answerUnlessFaulty = (answer: Promise<Transcript>) =>
  answer.catch((error: unknown): undefined => {
    if (!(error instanceof SpeechError) || error.kind === 'aborted') throw error;
  });

/**
 * Whisper writes in the language that it is told, and would translate a real guest from abroad. So the worker names
 * none, and its text counts only if it heard the chosen language.
 */
async function hear(
  engine: SpeechEngine,
  stretch: Stretch,
  before: readonly Segment[],
): Promise<readonly Segment[] | undefined> {
  if (durationOfPcmMs(stretch.pcm) > engine.limits.maxMs) return undefined;
  const answer = await answerUnlessFaulty(
    engine.transcribe({ ...stretch, language: 'auto', attempt: 'normal' }),
  );
  if (answer?.language !== stretch.language || !keepsDriftedText(answer.segments, before)) return undefined;
  const isInvented = answer.segments.some((each) => detectHallucination(each, stretch) === 'invented');
  return isInvented ? undefined : answer.segments;
}

/** Gives each run of segments in another language to a second engine, from the segment before to the one after. */
export async function hearDriftedAgain(
  engine: SpeechEngine,
  segments: readonly Segment[],
  sound: Stretch,
): Promise<Segment[]> {
  const heard: Segment[] = [];
  for (let first = 0; first < segments.length; ) {
    let end = first;
    for (let each = segments[end]; each !== undefined && hasDrifted(each); each = segments[end]) end += 1;
    if (end === first) {
      heard.push(...segments.slice(first, first + 1));
      first += 1;
      continue;
    }
    const fromMs = segments[first - 1]?.endMs ?? sound.startMs;
    const toMs = segments[end]?.startMs ?? sound.startMs + durationOfPcmMs(sound.pcm);
    const run = segments.slice(first, end);
    heard.push(...((await hear(engine, cutSound(sound, fromMs, toMs), run)) ?? run));
    first = end;
  }
  return heard;
}
