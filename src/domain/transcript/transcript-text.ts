import type { StoredSegment } from './segment.ts';

/** A pause after which a reader expects a new paragraph. */
const paragraphPauseMs = 2_000;

type Said = Pick<StoredSegment, 'start_ms' | 'end_ms' | 'text' | 'speaker'>;

/** One that was emptied is kept for an undo, and is nowhere read. */
export const isNonEmptySegment = ({ text }: Pick<Said, 'text'>) => text.trim() !== '';

/** Segments in a row; a new paragraph where somebody else speaks or a silence lies between. */
export function toParagraphs<Segment extends Said>(segments: readonly Segment[]): Segment[][] {
  const paragraphs: Segment[][] = [];
  let before: Segment | undefined;
  // Speech that was emptied is no silence.
  let lastEndMs = segments[0]?.start_ms ?? 0;
  for (const segment of segments) {
    const pauseMs = segment.start_ms - lastEndMs;
    lastEndMs = segment.end_ms;
    if (!isNonEmptySegment(segment)) continue;
    const isApart = pauseMs > paragraphPauseMs || segment.speaker !== before?.speaker;
    const paragraph = paragraphs.at(-1);
    if (paragraph === undefined || isApart) paragraphs.push([segment]);
    else paragraph.push(segment);
    before = segment;
  }
  return paragraphs;
}

/** An hour of one voice without a pause is one paragraph on a screen that scrolls; on paper a reader gets lost in it. */
const longParagraphLetters = 700;
const maxParagraphLetters = 1_400;
const sentenceEnd = /[.!?…]["'”’»)\]]*\s*$/u;

/** `toParagraphs` for paper: a long paragraph is split at the end of a sentence. */
export function toPrintedParagraphs<Segment extends Said>(segments: readonly Segment[]): Segment[][] {
  return toParagraphs(segments).flatMap((paragraph) => {
    const parts: Segment[][] = [];
    let letters = maxParagraphLetters;
    let isAtEnd = true;
    for (const segment of paragraph) {
      if (letters >= maxParagraphLetters || (letters >= longParagraphLetters && isAtEnd)) {
        parts.push([]);
        letters = 0;
      }
      parts.at(-1)?.push(segment);
      letters += segment.text.length + 1;
      isAtEnd = sentenceEnd.test(segment.text);
    }
    return parts;
  });
}

/** The text as it is read. */
export function transcriptText(segments: readonly Said[]): string {
  return toParagraphs(segments)
    .map((paragraph) => paragraph.map(({ text }) => text).join(' '))
    .join('\n\n');
}

type Voiced = Pick<StoredSegment, 'speaker'>;

/** Engines call them A or speaker_0; until somebody names them they are counted as they come. */
export function speakerNumbers(segments: readonly Voiced[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const { speaker } of segments)
    if (speaker !== undefined && !numbers.has(speaker)) numbers.set(speaker, numbers.size + 1);
  return numbers;
}

export type SpeakerNaming = {
  names: Readonly<Record<string, string>>;
  numbers: ReadonlyMap<string, number>;
};

export const speakerName = (speaker: string, { names, numbers }: SpeakerNaming) =>
  names[speaker] || `Pessoa ${numbers.get(speaker) ?? 1}`;

/** The text for taking along: where several people speak, each turn says who. */
export function textWithSpeakers(segments: readonly StoredSegment[], naming: SpeakerNaming): string {
  let before: string | undefined;
  return toParagraphs(segments)
    .map((paragraph) => {
      const text = paragraph.map((segment) => segment.text).join(' ');
      const speaker = paragraph[0]?.speaker;
      const isNew = speaker !== undefined && naming.numbers.size > 1 && speaker !== before;
      before = speaker;
      return isNew ? `${speakerName(speaker, naming)}: ${text}` : text;
    })
    .join('\n\n');
}
