import type { StoredSegment } from '#domain/transcript/segment.ts';
import { wordsIn } from './word-times.ts';

/** Below it the engine itself was in doubt. */
export const doubtfulBelow = 0.6;

/** Letter for letter the segment's text, each word in an element that can be pressed and marked by its number. */
export function SegmentWords({ segment }: { segment: StoredSegment }) {
  const words = wordsIn(segment);
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
