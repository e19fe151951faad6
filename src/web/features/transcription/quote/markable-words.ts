import {
  type QuotableText,
  type Selected,
  selectedWords,
  wordsAsText,
} from '#domain/citation/selected-turns.ts';
import type { Marked } from '#domain/marks/place-marks.ts';

type Times = Readonly<{ startMs: number | undefined; endMs: number | undefined }>;

/** The selected words as a mark keeps them. */
export function markableWords(
  { segments }: QuotableText,
  selected: Selected,
  { startMs, endMs }: Times,
): Marked | undefined {
  const words = selectedWords(segments, selected);
  const [first] = words;
  if (first === undefined) return undefined;
  return {
    quote: wordsAsText(words),
    passage: first.segment.id,
    offset: first.start,
    start_ms: startMs ?? null,
    end_ms: startMs === undefined ? null : Math.max(startMs, endMs ?? startMs),
  };
}
