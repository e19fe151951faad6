import { retimeWords } from '#domain/transcript/edited-words.ts';
import type { StoredSegment, Word } from '#domain/transcript/segment.ts';

const known = new WeakMap<StoredSegment, readonly Word[]>();

/**
 * The words of the segment text with their times. The engine's own list may lack punctuation. A segment without word
 * times counts as one word.
 */
export function timedWords(segment: StoredSegment): readonly Word[] {
  const before = known.get(segment);
  if (before !== undefined) return before;
  const { text, start_ms, end_ms } = segment;
  const words = retimeWords(segment, text) ?? [{ text, start_ms, end_ms }];
  known.set(segment, words);
  return words;
}

/** The last item that started by `ms`; -1 before the first. Items must be sorted by time. */
export const lastStartedIndex = (timed: readonly { start_ms: number }[], ms: number) =>
  timed.findLastIndex(({ start_ms }) => start_ms <= ms);

/** A word stays marked during the short pause before the next one. */
const lingerMs = 350;

/** The last word of the segment that started by `ms`, and whether it is still marked; -1 before the first. */
export function spokenWordAt(segment: StoredSegment, ms: number): { wordIndex: number; isMarked: boolean } {
  const words = timedWords(segment);
  const wordIndex = lastStartedIndex(words, ms);
  const endMs = words[wordIndex]?.end_ms ?? Number.NEGATIVE_INFINITY;
  return { wordIndex, isMarked: endMs + lingerMs >= ms };
}

/** Words below this confidence are marked as doubtful. */
export const doubtfulBelow = 0.6;

type SegmentWordsProps = {
  segment: StoredSegment;
  /** If false, the text is one node, which renders faster and cannot be marked. */
  hasElements: boolean;
};

/** Renders the exact text of the segment, with each word in an element that can be marked. */
export function SegmentWords({ segment, hasElements }: SegmentWordsProps) {
  if (!hasElements) return segment.text;
  const words = timedWords(segment);
  if (segment.words === undefined) return <span data-word={0}>{segment.text}</span>;
  let at = -1;
  return segment.text.split(/(\s+)/).map((piece, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: a word has no id but its position
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

export const isDoubtful = (confidence: number | undefined) =>
  confidence !== undefined && confidence < doubtfulBelow;
