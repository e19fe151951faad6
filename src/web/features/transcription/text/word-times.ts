import { retimeWords } from '#domain/transcript/edited-words.ts';
import type { StoredSegment, Word } from '#domain/transcript/segment.ts';

const known = new WeakMap<StoredSegment, readonly Word[]>();

/**
 * The words of a segment as it is written, each with its time: an engine's own list may leave punctuation out.
 * Without times of words the segment is one long word.
 */
export function wordsIn(segment: StoredSegment): readonly Word[] {
  const before = known.get(segment);
  if (before !== undefined) return before;
  const { text, start_ms, end_ms } = segment;
  const words = retimeWords(segment, text) ?? [{ text, start_ms, end_ms }];
  known.set(segment, words);
  return words;
}

/** The last that began by then; -1 before the first. Both lists are in the order of time. */
export function lastBegunAt(timed: readonly { start_ms: number }[], ms: number): number {
  let [low, high] = [0, timed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timed[middle]?.start_ms ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
