import type { StoredSegment } from '#domain/transcript/segment.ts';

const segmentMs = 10_000;
const wordMs = 1_000;

type Options = { confidenceOf?: (word: string) => number } & Partial<StoredSegment>;

/** Makes a passage of nine seconds, with a word each second. */
export function heardSegment(
  id: number,
  text: string,
  { confidenceOf, ...changes }: Options = {},
): StoredSegment {
  const start_ms = id * segmentMs;
  const words = text.split(' ').map((word, at) => ({
    text: word,
    ...(confidenceOf !== undefined && { confidence: confidenceOf(word) }),
    start_ms: start_ms + at * wordMs,
    end_ms: start_ms + at * wordMs + wordMs - 100,
  }));
  return { id, start_ms, end_ms: start_ms + segmentMs - 1_000, text, words, ...changes };
}
