import { partHeadings } from '../transcript/part-headings.ts';
import { toReadingParagraphs } from '../transcript/reading-paragraphs.ts';
import type { QuotableText } from './selected-turns.ts';

type Text = Omit<QuotableText, 'paragraphStarts'> & { parts: Parameters<typeof partHeadings>[1] };

/** A text with the places at which its shown paragraphs begin, as a citation needs it. */
export function quotableText({ parts, ...text }: Text): QuotableText {
  const paragraphs = toReadingParagraphs(text.segments, partHeadings(text.segments, parts));
  return { ...text, paragraphStarts: new Set(paragraphs.map(({ segments: [first] }) => first?.id ?? -1)) };
}
