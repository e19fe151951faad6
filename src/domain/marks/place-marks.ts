import { placedWords } from '../transcript/placed-words.ts';
import type { StoredSegment } from '../transcript/segment.ts';
import { wordKey } from '../transcript/word-key.ts';

/** The stored part of a mark: its words, and their place when the person marked them. */
export type Marked = Readonly<{
  quote: string;
  passage: number;
  /** Its first letter in the passage. */
  offset: number;
  /** Null in a text without times. */
  start_ms: number | null;
  end_ms: number | null;
}>;

export type TextPlace = Readonly<{ id: number; offset: number }>;

/** Where a mark stands in the text of now. Its words are the same, or others, or deleted. */
export type MarkPlace =
  | Readonly<{
      state: 'same' | 'changed';
      from: TextPlace;
      to: TextPlace;
      /** The times of these words. Undefined in a text without times. */
      startMs: number | undefined;
      endMs: number | undefined;
    }>
  | Readonly<{ state: 'gone' }>;

type TextWord = Readonly<{
  key: string;
  id: number;
  start: number;
  end: number;
  startMs: number;
  endMs: number;
  /** The engine has heard when it was said. */
  isTimed: boolean;
}>;

/** Four words in a row hardly occur twice in one segment. */
const longQuoteWords = 4;

/** A sign alone is no word, because a correction of punctuation must not change a mark. */
const keysOf = (text: string) => (text.match(/\S+/g) ?? []).map(wordKey).filter((key) => key !== '');

/** Words without times of their own share the time of their segment by their letters. */
function readWords(segment: StoredSegment): TextWord[] {
  const { id, text, start_ms, end_ms } = segment;
  const placed = new Map(placedWords(segment).map((word) => [word.start, word]));
  const msAt = (letter: number) => start_ms + ((end_ms - start_ms) * letter) / text.length;
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index: start }) => {
    const key = wordKey(word);
    const end = start + word.length;
    const times = placed.get(start);
    const startMs = times?.start_ms ?? msAt(start);
    const endMs = times?.end_ms ?? msAt(end);
    return key === '' ? [] : [{ key, id, start, end, startMs, endMs, isTimed: times !== undefined }];
  });
}

/** Each key press makes a new list of mostly the same segments. */
const readBefore = new WeakMap<StoredSegment, TextWord[]>();

function wordsOf(segment: StoredSegment): TextWord[] {
  const known = readBefore.get(segment);
  if (known !== undefined) return known;
  const words = readWords(segment);
  readBefore.set(segment, words);
  return words;
}

const placeOf = (state: 'same' | 'changed', first: TextWord, last: TextWord) => ({
  state,
  from: { id: first.id, offset: first.start },
  to: { id: last.id, offset: last.end },
  startMs: Math.round(first.startMs),
  endMs: Math.round(last.endMs),
});

/** Each stretch of the text with the words of the quote, as its first and last word. */
function occurrencesOf(keys: readonly string[], words: readonly TextWord[]): [TextWord, TextWord][] {
  if (keys.length === 0) return [];
  return words.flatMap((first, at) => {
    const last = words[at + keys.length - 1];
    const isSame = last !== undefined && keys.every((key, by) => words[at + by]?.key === key);
    return isSame ? [[first, last]] : [];
  });
}

/** A text without times cannot be edited, so its marks stay where they were. */
function placeWithoutTimes(segments: readonly StoredSegment[], mark: Marked): MarkPlace {
  const from = segments.findIndex(({ id }) => id === mark.passage);
  const words = from === -1 ? [] : segments.slice(from).flatMap(wordsOf);
  const found = occurrencesOf(keysOf(mark.quote), words).find(
    ([first]) => first.id !== mark.passage || first.start >= mark.offset,
  );
  if (found === undefined) return { state: 'gone' };
  return { ...placeOf('same', ...found), startMs: undefined, endMs: undefined };
}

type Times = readonly [startMs: number, endMs: number];

function placeByTime(segments: readonly StoredSegment[], mark: Marked, [startMs, endMs]: Times): MarkPlace {
  const keys = keysOf(mark.quote);
  const near = segments.filter(({ start_ms, end_ms }) => end_ms > startMs && start_ms < endMs);
  const words = near.flatMap(wordsOf);
  /**
   * Elsewhere the same words are another utterance, perhaps of another voice. Words without times of their own move
   * within their segment when words before them are edited.
   */
  const isHere = ([first, last]: readonly [TextWord, TextWord]) =>
    (first.startMs < endMs && last.endMs > startMs) || (!first.isTimed && keys.length >= longQuoteWords);
  const shiftOf = ([first]: readonly [TextWord, TextWord]) => Math.abs(first.startMs - startMs);
  const [nearest] = occurrencesOf(keys, words)
    .filter(isHere)
    .toSorted((one, other) => shiftOf(one) - shiftOf(other));
  if (nearest !== undefined) return placeOf('same', ...nearest);
  const isInside = (word: TextWord) => {
    const middle = (word.startMs + word.endMs) / 2;
    return middle >= startMs && middle <= endMs;
  };
  const [first, last] = [words.find(isInside), words.findLast(isInside)];
  return first === undefined || last === undefined ? { state: 'gone' } : placeOf('changed', first, last);
}

/**
 * Finds a mark by its words near its time, so that it survives edits elsewhere and another hearing with other segments.
 * Where its words are others now, the mark covers the words at its time.
 */
export function placeMark(segments: readonly StoredSegment[], mark: Marked): MarkPlace {
  const { start_ms: startMs, end_ms: endMs } = mark;
  if (startMs === null || endMs === null) return placeWithoutTimes(segments, mark);
  return placeByTime(segments, mark, [startMs, endMs]);
}
