import { retimeWords } from './edited-words.ts';
import type { StoredSegment, Word } from './segment.ts';

/** A word as a place in the text of its segment, and in the sound. */
export type PlacedWord = Word & { start: number; end: number };

/** The words of the text, because the engine's own list may lack punctuation. Empty without times of words. */
export function placedWords(segment: StoredSegment): PlacedWord[] {
  const words = retimeWords(segment, segment.text) ?? [];
  return [...segment.text.matchAll(/\S+/g)].flatMap(({ 0: text, index: start }, at) => {
    const word = words[at];
    return word === undefined ? [] : [{ ...word, text, start, end: start + text.length }];
  });
}
