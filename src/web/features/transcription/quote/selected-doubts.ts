import { type Selected, selectedWords } from '#domain/citation/selected-turns.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { doubtfulWords } from '../text/doubtful-words.ts';

/** How many selected words the engine is not sure of. */
export const selectedDoubts = (segments: readonly StoredSegment[], selected: Selected): number =>
  selectedWords(segments, selected).flatMap(({ segment, start, end }) =>
    doubtfulWords(segment).filter((word) => word.start < end && word.end > start),
  ).length;
