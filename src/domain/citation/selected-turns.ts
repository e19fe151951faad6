import { placedWords } from '../transcript/placed-words.ts';
import type { StoredSegment } from '../transcript/segment.ts';
import { sentenceEnd } from '../transcript/transcript-text.ts';
import type { QuotedTurn } from './quoted-turn.ts';

/** A place in the text: a segment, and a letter in it. */
export type Place = Readonly<{ id: number; offset: number }>;
export type Selected = Readonly<{ from: Place; to: Place }>;

export type QuotableText = Readonly<{
  segments: readonly StoredSegment[];
  /** The first segments of the shown paragraphs. */
  paragraphStarts: ReadonlySet<number>;
  nameOf: (speaker: string) => string;
  hasTimes: boolean;
}>;

export type Cut = Readonly<{ segment: StoredSegment; start: number; end: number }>;

const isLetter = (text: string, at: number) => /\S/.test(text.charAt(at));

/** A half-selected word counts as a whole one, and spaces at the edges as none. */
function wholeWords(text: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to];
  while (start < end && !isLetter(text, start)) start += 1;
  while (end > start && !isLetter(text, end - 1)) end -= 1;
  if (start === end) return { start, end };
  while (start > 0 && isLetter(text, start - 1)) start -= 1;
  while (end < text.length && isLetter(text, end)) end += 1;
  return { start, end };
}

/** The whole words of a selection, segment by segment. */
export function selectedWords(segments: readonly StoredSegment[], { from, to }: Selected): Cut[] {
  const first = segments.findIndex(({ id }) => id === from.id);
  const last = segments.findIndex(({ id }) => id === to.id);
  if (first === -1 || last === -1) return [];
  return segments.slice(first, last + 1).flatMap((segment) => {
    const start = segment.id === from.id ? from.offset : 0;
    const end = segment.id === to.id ? to.offset : segment.text.length;
    const cut = { segment, ...wholeWords(segment.text, start, end) };
    return cut.start === cut.end ? [] : [cut];
  });
}

export const wordsAsText = (words: readonly Cut[]) =>
  words.map(({ segment, start, end }) => segment.text.slice(start, end)).join(' ');

function timesOf({ segment, start, end }: Cut): { startMs: number; endMs: number } {
  const words = placedWords(segment);
  const first = words.find((word) => word.end > start);
  const last = words.findLast((word) => word.start < end);
  return { startMs: first?.start_ms ?? segment.start_ms, endMs: last?.end_ms ?? segment.end_ms };
}

/** The segment beside this one, of the same voice. */
function beside(segments: readonly StoredSegment[], segment: StoredSegment, by: 1 | -1) {
  let at = segments.indexOf(segment) + by;
  while (segments[at]?.text.trim() === '') at += by;
  const other = segments[at];
  return other?.speaker === segment.speaker ? other : undefined;
}

function isCutBefore(segments: readonly StoredSegment[], { segment, start }: Cut): boolean {
  const before = segment.text.slice(0, start).trim() || (beside(segments, segment, -1)?.text.trim() ?? '');
  return before !== '' && !sentenceEnd.test(before);
}

function isCutAfter(segments: readonly StoredSegment[], { segment, start, end }: Cut): boolean {
  if (sentenceEnd.test(segment.text.slice(start, end))) return false;
  return segment.text.slice(end).trim() !== '' || beside(segments, segment, 1) !== undefined;
}

export function selectedTurns(text: QuotableText, selected: Selected): QuotedTurn[] {
  const { segments, paragraphStarts, nameOf, hasTimes } = text;
  const cuts = selectedWords(segments, selected);
  return cuts.map((cut, at) => {
    const { segment, start, end } = cut;
    const times = hasTimes ? timesOf(cut) : { startMs: undefined, endMs: undefined };
    return {
      text: segment.text.slice(start, end),
      voice: segment.speaker === undefined ? undefined : nameOf(segment.speaker),
      ...times,
      isCutBefore: at === 0 && isCutBefore(segments, cut),
      isCutAfter: at === cuts.length - 1 && isCutAfter(segments, cut),
      startsParagraph: at > 0 && paragraphStarts.has(segment.id),
    };
  });
}
