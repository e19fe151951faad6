import { matchWords } from '#domain/transcript/match-words.ts';

export const inaudible = '[inaudível]';

export type Written = Readonly<{ text: string; start: number; end: number }>;

const wordsOf = (text: string) =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }));

/**
 * Finds the words that replaced a word, with an empty text for a deleted one. Undefined if its neighbours changed too,
 * because their words look like a part of it.
 */
export function writtenWord(before: string, start: number, now: string): Written | undefined {
  const [old, changed] = [wordsOf(before), wordsOf(now)];
  const at = old.findIndex((each) => each.start === start);
  const pairs = matchWords(
    old.map(({ word }) => word),
    changed.map(({ word }) => word),
  );
  const placeOf = (index: number) => pairs.find(([was]) => was === index)?.[1];
  const same = placeOf(at);
  const [previous, next] = [placeOf(at - 1), placeOf(at + 1)];
  if (at === -1 || (same === undefined && at > 0 && previous === undefined)) return undefined;
  if (same === undefined && at < old.length - 1 && next === undefined) return undefined;
  const from = same ?? (previous ?? -1) + 1;
  const to = same === undefined ? (next ?? changed.length) : same + 1;
  const [first, last] = [changed[from], changed[to - 1]];
  if (from >= to || first === undefined || last === undefined) {
    const written = changed[from - 1]?.end ?? 0;
    return { text: '', start: written, end: written };
  }
  return { text: now.slice(first.start, last.end), start: first.start, end: last.end };
}

/** The text with a sign instead of a word, and the end of the sign. */
export function withInaudible(before: string, start: number, now: string) {
  const written = writtenWord(before, start, now);
  if (written === undefined) return undefined;
  const sign = `${written.text === '' && written.start > 0 ? ' ' : ''}${inaudible}`;
  const text = `${now.slice(0, written.start)}${sign}${now.slice(written.end)}`;
  return { text, end: written.start + sign.length };
}
