import { retimeWords } from '#domain/transcript/edited-words.ts';
import type { StoredSegment, Word } from '#domain/transcript/segment.ts';

const known = new WeakMap<StoredSegment, readonly Word[]>();

/**
 * The words of a segment as it is written, each with its time: an engine's own list may leave punctuation out.
 * Without times of words the segment is one long word.
 */
export function timedWords(segment: StoredSegment): readonly Word[] {
  const before = known.get(segment);
  if (before !== undefined) return before;
  const { text, start_ms, end_ms } = segment;
  const words = retimeWords(segment, text) ?? [{ text, start_ms, end_ms }];
  known.set(segment, words);
  return words;
}

/** The last that began by then; -1 before the first. Both lists are in the order of time. */
export function lastStartedIndex(timed: readonly { start_ms: number }[], ms: number): number {
  let [low, high] = [0, timed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timed[middle]?.start_ms ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Below it the engine itself was in doubt. */
export const doubtfulBelow = 0.6;

/** Letter for letter the segment's text, each word in an element that can be pressed and marked by its number. */
export function SegmentWords({ segment }: { segment: StoredSegment }) {
  const words = timedWords(segment);
  if (segment.words === undefined) return <span data-word={0}>{segment.text}</span>;
  let at = -1;
  return segment.text.split(/(\s+)/).map((piece, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: a word has no other name than its place
    if (piece.trim() === '') return piece;
    at += 1;
    const { confidence } = words[at] ?? {};
    return (
      <span key={index} data-word={at} data-doubtful={isDoubtful(confidence) || undefined}>
        {piece}
      </span>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
  });
}

const isDoubtful = (confidence: number | undefined) => confidence !== undefined && confidence < doubtfulBelow;
