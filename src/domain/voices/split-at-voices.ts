import type { StoredSegment, Word } from '../transcript/segment.ts';
import type { VoicedPart, VoiceTurn } from './word-voices.ts';

/** A side with fewer words is more often a mistake of the turns than an answer. */
const minWords = 3;
/** A voice changes at a pause that is at least so long, and at most so far away. */
const pauseMs = 200;
const reachMs = 300;

type Run = { words: readonly VoicedPart[]; voice: number };
type Span = Readonly<{ startMs: number; endMs: number }>;

/** The voice of most of the time. The first one, if two have spoken equally long. */
export function mainVoice(words: readonly VoicedPart[]): number {
  const spoken = new Map<number, number>();
  for (const { voice, startMs, endMs } of words)
    spoken.set(voice, (spoken.get(voice) ?? 0) + Math.max(endMs - startMs, 1));
  const mostMs = Math.max(...spoken.values());
  return [...spoken.keys()].find((voice) => spoken.get(voice) === mostMs) ?? 0;
}

function joinEqual(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const before = joined.at(-1);
    if (before?.voice === run.voice) before.words = [...before.words, ...run.words];
    else joined.push({ ...run });
  }
  return joined;
}

/** Words in a row of one voice. A run of too few words goes to the longer one of its neighbours. */
function runsOf(words: readonly VoicedPart[]): Run[] {
  let runs = joinEqual(words.map((word) => ({ words: [word], voice: word.voice })));
  for (;;) {
    const shortest = Math.min(...runs.map((run) => run.words.length));
    if (runs.length < 2 || shortest >= minWords) return runs;
    const at = runs.findIndex((run) => run.words.length === shortest);
    const [before, after] = [runs[at - 1], runs[at + 1]];
    const isAfter = (after?.words.length ?? 0) > (before?.words.length ?? 0);
    const voice = (isAfter ? after : before)?.voice ?? 0;
    runs = joinEqual(runs.map((run, index) => (index === at ? { ...run, voice } : run)));
  }
}

/** The pauses without any turn. */
export function silencesOf(turns: readonly VoiceTurn[]): Span[] {
  const silences: Span[] = [];
  let spokenMs = turns[0]?.endMs ?? 0;
  for (const { startMs, endMs } of turns) {
    if (startMs - spokenMs >= pauseMs) silences.push({ startMs: spokenMs, endMs: startMs });
    spokenMs = Math.max(spokenMs, endMs);
  }
  return silences;
}

const distanceMs = (one: Span, other: Span) =>
  Math.max(0, one.startMs - other.endMs, other.startMs - one.endMs);

/** The time between the word before this place and the word behind it. */
const gapAt = (words: readonly VoicedPart[], index: number): Span => ({
  startMs: words[index - 1]?.endMs ?? 0,
  endMs: words[index]?.startMs ?? 0,
});

/** The word with which the new voice begins. Undefined without a pause nearby. */
function cutNear(
  words: readonly VoicedPart[],
  change: number,
  silences: readonly Span[],
): number | undefined {
  const changeGap = gapAt(words, change);
  const near = Array.from(words.keys())
    .slice(1)
    .filter((index) => {
      const { startMs, endMs } = gapAt(words, index);
      return endMs - startMs >= pauseMs && distanceMs(gapAt(words, index), changeGap) <= reachMs;
    })
    .toSorted((one, other) => Math.abs(one - change) - Math.abs(other - change));
  if (near[0] !== undefined) return near[0];
  return silences.some((silence) => distanceMs(silence, changeGap) <= reachMs) ? change : undefined;
}

/** The words of one segment as parts of one voice each. Mostly it is one part. */
export function partsAtVoices(words: readonly VoicedPart[], silences: readonly Span[]): VoicedPart[][] {
  const cuts = [0];
  let change = 0;
  for (const run of runsOf(words).slice(0, -1)) {
    change += run.words.length;
    const cut = cutNear(words, change, silences);
    if (cut !== undefined && cut - (cuts.at(-1) ?? 0) >= minWords && words.length - cut >= minWords)
      cuts.push(cut);
  }
  const parts = cuts.map((cut, at) => words.slice(cut, cuts[at + 1]));
  // A change without a pause may have left the same voice on both sides of another one.
  return joinEqual(parts.map((part) => ({ words: part, voice: mainVoice(part) }))).map((run) => [
    ...run.words,
  ]);
}

/** The engine's list may have other words than the text. Then the time of the cut divides it. */
function wordsBefore(words: readonly Word[], count: number, ms: number, textWords: number): number {
  if (words.length === textWords) return count;
  const at = words.findIndex(({ start_ms, end_ms }) => (start_ms + end_ms) / 2 >= ms);
  return at === -1 ? words.length : at;
}

/** Cuts text, times and words of a segment. Everything else is true of each part as it was of the whole. */
export function splitSegment(
  segment: StoredSegment,
  parts: readonly (readonly VoicedPart[])[],
): StoredSegment[] {
  const { words, text } = segment;
  if (words === undefined || parts.length < 2) return [segment];
  const textWords = parts.flat().length;
  let lettersBefore = 0;
  let from = 0;
  return parts.map((part, at) => {
    const [first, last, next] = [part[0], part.at(-1), parts[at + 1]?.[0]];
    lettersBefore += part.length;
    const to =
      next === undefined
        ? words.length
        : wordsBefore(words, lettersBefore, ((last?.endMs ?? 0) + next.startMs) / 2, textWords);
    const own = words.slice(from, Math.max(from, to));
    from = Math.max(from, to);
    return {
      ...segment,
      start_ms: at === 0 ? segment.start_ms : (first?.startMs ?? segment.start_ms),
      end_ms: next === undefined ? segment.end_ms : (last?.endMs ?? segment.end_ms),
      text: text.slice(at === 0 ? 0 : first?.start, next === undefined ? text.length : last?.end),
      words: own,
    };
  });
}
