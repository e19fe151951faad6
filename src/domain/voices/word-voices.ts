import { placedWords } from '../transcript/placed-words.ts';
import type { StoredSegment } from '../transcript/segment.ts';

/** A stretch of speech with the number of its voice. Turns are sorted by their start and may overlap. */
export type VoiceTurn = Readonly<{ startMs: number; endMs: number; voice: number }>;

/** A stretch of text with its time. `start` and `end` are its first and last letter in the segment. */
export type SpokenPart = Readonly<{ startMs: number; endMs: number; start: number; end: number }>;
export type VoicedPart = SpokenPart & Readonly<{ voice: number }>;

/** Turns and words come from different models, so they may miss each other by a little. */
const nearMs = 500;

/** A segment without times of words is one part. */
function partsOf(segment: StoredSegment): SpokenPart[] {
  const words = placedWords(segment).map(({ start_ms, end_ms, start, end }) => ({
    startMs: start_ms,
    endMs: end_ms,
    start,
    end,
  }));
  const whole = { startMs: segment.start_ms, endMs: segment.end_ms, start: 0, end: segment.text.length };
  return words.length > 0 ? words : [whole];
}

const gapMs = (one: Omit<VoiceTurn, 'voice'>, other: Omit<VoiceTurn, 'voice'>) =>
  Math.max(0, one.startMs - other.endMs, other.startMs - one.endMs);

function overlaps(part: SpokenPart, turns: readonly VoiceTurn[]): Map<number, number> {
  const voices = new Map<number, number>();
  // Some engines return words without a length.
  const endMs = Math.max(part.endMs, part.startMs + 1);
  for (const turn of turns) {
    const sharedMs = Math.min(endMs, turn.endMs) - Math.max(part.startMs, turn.startMs);
    if (sharedMs > 0) voices.set(turn.voice, (voices.get(turn.voice) ?? 0) + sharedMs);
  }
  return voices;
}

/** Where two voices share a word equally, the one before goes on. */
function voiceOf(part: SpokenPart, turns: readonly VoiceTurn[], before: number | undefined) {
  const shared = overlaps(part, turns);
  const mostMs = Math.max(0, ...shared.values());
  const most = [...shared.keys()].filter((voice) => shared.get(voice) === mostMs);
  if (most.length > 0) return before !== undefined && most.includes(before) ? before : most[0];
  let nearest: { voice: number | undefined; ms: number } = { voice: undefined, ms: nearMs };
  for (const turn of turns) {
    const ms = gapMs(part, turn);
    if (ms < nearest.ms || (ms === nearest.ms && nearest.voice === undefined))
      nearest = { voice: turn.voice, ms };
  }
  return nearest.voice;
}

type Guess = SpokenPart & { voice: number | undefined };

/** A word far from all turns has the voice of the nearest word that is not. */
function fillGaps(parts: readonly Guess[]): VoicedPart[] {
  const known = parts.flatMap(({ voice, ...part }) => (voice === undefined ? [] : [{ ...part, voice }]));
  let next = 0;
  return parts.map(({ voice, ...part }) => {
    if (voice !== undefined) {
      next += 1;
      return { ...part, voice };
    }
    const [before, after] = [known[next - 1], known[next]];
    const isAfter = before === undefined || (after !== undefined && gapMs(part, after) < gapMs(part, before));
    return { ...part, voice: (isAfter ? after : before)?.voice ?? 0 };
  });
}

/** Gives each word of each segment the voice that speaks during most of it. */
export function wordVoices(segments: readonly StoredSegment[], turns: readonly VoiceTurn[]): VoicedPart[][] {
  let before: number | undefined;
  const guesses = segments.map((segment) => {
    const near = turns.filter(
      ({ startMs, endMs }) => startMs <= segment.end_ms + nearMs && endMs >= segment.start_ms - nearMs,
    );
    return partsOf(segment).map((part) => {
      const voice = voiceOf(part, near, before);
      before = voice ?? before;
      return { ...part, voice };
    });
  });
  const filled = fillGaps(guesses.flat());
  let from = 0;
  return guesses.map((parts) => {
    from += parts.length;
    return filled.slice(from - parts.length, from);
  });
}
