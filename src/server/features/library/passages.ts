import type { StoredSegment } from '#domain/transcript/segment.ts';

/** The length that fits below a row of the list. Engines without sentences return minutes in one piece. */
const maxShownLength = 240;
const leadShown = 80;

const sentences = new Intl.Segmenter('pt', { granularity: 'sentence' });

/** A stretch of one segment, and its offset in the segment's text. */
export type Passage = Readonly<{ segment: number; offset: number; text: string }>;

/** Returns short segments whole, and long ones by sentence. */
export function splitPassages(texts: readonly string[]): Passage[] {
  return texts.flatMap((text, segment) =>
    text.length <= maxShownLength
      ? [{ segment, offset: 0, text }]
      : [...sentences.segment(text)].map(({ segment: sentence, index: offset }) => ({
          segment,
          offset,
          text: sentence,
        })),
  );
}

/** Cuts an endless sentence between words, around the found place. */
export function shortenPassage({ segment, offset, text }: Passage, foundAt: number): Passage {
  if (text.trim().length <= maxShownLength) {
    const lead = text.length - text.trimStart().length;
    return { segment, offset: offset + lead, text: text.trim() };
  }
  const from = foundAt <= leadShown ? 0 : text.indexOf(' ', foundAt - leadShown) + 1;
  // Without a space in between, cut the word itself rather than lose it.
  const start = from === 0 || from <= foundAt ? from : foundAt;
  const rest = text.slice(start).trimEnd();
  const lastSpace = rest.lastIndexOf(' ', maxShownLength);
  const end = rest.length <= maxShownLength ? rest.length : lastSpace > 0 ? lastSpace : maxShownLength;
  const shown = `${start > 0 ? '…' : ''}${rest.slice(0, end)}${end < rest.length ? '…' : ''}`;
  return { segment, offset: offset + start, text: shown };
}

/** Uses the times of the words; without them, the share of the text before the passage. */
export function passageStartMs({ offset }: Passage, segment: StoredSegment): number {
  if (offset === 0) return segment.start_ms;
  const before = segment.text.slice(0, offset).trim().split(/\s+/).length;
  const word = segment.words?.[before];
  if (word !== undefined) return word.start_ms;
  const share = Math.min(1, offset / Math.max(1, segment.text.length));
  return Math.round(segment.start_ms + (segment.end_ms - segment.start_ms) * share);
}
