import type { StoredSegment } from './segment.ts';
import { paragraphPauseMs, sentenceEnd } from './transcript-text.ts';

/** Segments that the page shows together. */
export type TextParagraph = Readonly<{
  /** The place of its first segment in the text. */
  index: number;
  segments: readonly StoredSegment[];
}>;

/** A paragraph of this many words ends with its sentence. */
const longParagraphWords = 70;
/** Some engines write no full stops. */
const maxParagraphWords = 140;
/** A pause ends a paragraph of this many words. A pause alone would leave single short lines. */
const minWordsBeforePause = 25;

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0;

function isEnough(words: number, before: StoredSegment, next: StoredSegment): boolean {
  if (words > maxParagraphWords) return true;
  if (words > longParagraphWords && sentenceEnd.test(before.text)) return true;
  return words >= minWordsBeforePause && next.start_ms - before.end_ms > paragraphPauseMs;
}

/**
 * The paragraphs of the page. Each segment belongs to one, also an emptied one, because the page shows where it was.
 * A paragraph ends where another speaker or another joined file begins, and where it is long enough to read.
 */
export function toReadingParagraphs(
  segments: readonly StoredSegment[],
  headings: ReadonlyMap<number, unknown>,
): TextParagraph[] {
  const paragraphs: { index: number; segments: StoredSegment[] }[] = [];
  let words = 0;
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    const isApart =
      before === undefined ||
      segment.speaker !== before.speaker ||
      headings.has(segment.id) ||
      isEnough(words, before, segment);
    if (isApart) {
      paragraphs.push({ index, segments: [segment] });
      words = 0;
    } else paragraphs.at(-1)?.segments.push(segment);
    words += countWords(segment.text);
  }
  return paragraphs;
}

/** Paragraphs in a row of one speaker, by their places: from `first` to `last`. */
export type Turn = Readonly<{ speaker: string; first: number; last: number }>;

/** Paragraphs without a speaker belong to no turn. */
export function findTurns(paragraphs: readonly TextParagraph[]): Turn[] {
  const turns: { speaker: string; first: number; last: number }[] = [];
  for (const [at, { segments }] of paragraphs.entries()) {
    const speaker = segments[0]?.speaker;
    if (speaker === undefined) continue;
    const before = turns.at(-1);
    if (before?.speaker === speaker && before.last === at - 1) before.last = at;
    else turns.push({ speaker, first: at, last: at });
  }
  return turns;
}
