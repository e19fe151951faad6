import { type QuotableText, type Selected, selectedWords } from '#domain/citation/selected-turns.ts';
import { partHeadings } from '#domain/transcript/part-headings.ts';
import { toReadingParagraphs } from '#domain/transcript/reading-paragraphs.ts';
import { speakerName, speakerNumbers } from '#domain/transcript/transcript-text.ts';
import type { TranscriptView } from '../text/use-transcript-view.ts';

/** The text of now, as a citation needs it. */
export function quotableText({ store, parts, hasTimes }: TranscriptView): QuotableText {
  const segments = store.segments();
  const naming = { names: store.names(), numbers: speakerNumbers(segments) };
  const paragraphs = toReadingParagraphs(segments, partHeadings(segments, parts));
  return {
    segments,
    paragraphStarts: new Set(paragraphs.map((paragraph) => paragraph.segments[0]?.id ?? -1)),
    nameOf: (speaker) => speakerName(speaker, naming),
    hasTimes,
  };
}

/** The selected words as a mark keeps them. */
export type MarkableWords = Readonly<{
  quote: string;
  passage: number;
  offset: number;
  start_ms: number | null;
  end_ms: number | null;
}>;

type Times = Readonly<{ startMs: number | undefined; endMs: number | undefined }>;

export function markableWords(
  { segments }: QuotableText,
  selected: Selected,
  { startMs, endMs }: Times,
): MarkableWords | undefined {
  const words = selectedWords(segments, selected);
  const [first] = words;
  if (first === undefined) return undefined;
  return {
    quote: words.map(({ segment, start, end }) => segment.text.slice(start, end)).join(' '),
    passage: first.segment.id,
    offset: first.start,
    start_ms: startMs ?? null,
    end_ms: startMs === undefined ? null : Math.max(startMs, endMs ?? startMs),
  };
}
