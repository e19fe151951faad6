import type { StoredSegment } from './segment.ts';

/** A pause after which a reader expects a new paragraph. */
export const paragraphPauseMs = 2_000;

type Said = Pick<StoredSegment, 'start_ms' | 'end_ms' | 'text' | 'speaker'> & { id?: number };

/** An emptied segment stays stored for undo, but appears nowhere in the text. */
export const isNonEmptySegment = ({ text }: Pick<Said, 'text'>) => text.trim() !== '';

/** The names of joined files by the id of the first segment of each. */
type Headings = ReadonlyMap<number, readonly string[]>;
const noHeadings: Headings = new Map();

/** Groups segments; a paragraph ends at a change of speaker, at a silence and where another file begins. */
export function toParagraphs<Segment extends Said>(
  segments: readonly Segment[],
  headings = noHeadings,
): Segment[][] {
  const paragraphs: Segment[][] = [];
  let before: Segment | undefined;
  // An emptied segment is not a silence.
  let lastEndMs = segments[0]?.start_ms ?? 0;
  for (const segment of segments) {
    const pauseMs = segment.start_ms - lastEndMs;
    lastEndMs = segment.end_ms;
    if (!isNonEmptySegment(segment)) continue;
    const isApart =
      pauseMs > paragraphPauseMs || segment.speaker !== before?.speaker || headings.has(segment.id ?? -1);
    const paragraph = paragraphs.at(-1);
    if (paragraph === undefined || isApart) paragraphs.push([segment]);
    else paragraph.push(segment);
    before = segment;
  }
  return paragraphs;
}

/** An hour of one voice without a pause is one paragraph. It reads well on a scrolling screen but not on paper. */
const longParagraphLetters = 700;
const maxParagraphLetters = 1_400;
export const sentenceEnd = /[.!?…]["'”’»)\]]*\s*$/u;

/** `toParagraphs` for paper: a long paragraph is split at the end of a sentence. */
export function toPrintedParagraphs<Segment extends Said>(
  segments: readonly Segment[],
  headings = noHeadings,
): Segment[][] {
  return toParagraphs(segments, headings).flatMap((paragraph) => {
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

/** The plain text without speakers. */
export function transcriptText(segments: readonly Said[]): string {
  return toParagraphs(segments)
    .map((paragraph) => paragraph.map(({ text }) => text).join(' '))
    .join('\n\n');
}

type Voiced = Pick<StoredSegment, 'speaker'>;

/** Engines call speakers A or speaker_0; until the owner names them, they are numbered in order of appearance. */
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

export const namingIn = (
  segments: readonly Voiced[],
  names: Readonly<Record<string, string>>,
): SpeakerNaming => ({ names, numbers: speakerNumbers(segments) });

export const speakerName = (speaker: string, { names, numbers }: SpeakerNaming) =>
  names[speaker] || `Pessoa ${numbers.get(speaker) ?? 1}`;

/** A single speaker without a name needs none. */
export const showsNames = ({ names, numbers }: SpeakerNaming) =>
  numbers.size > 1 || Object.values(names).some(Boolean);

/** A person wrote another name than the number that people without a name have. */
export const isRealName = (name: string) => name !== '' && !/^Pessoa \d+$/.test(name);

/** The text for the clipboard: with several speakers, each turn begins with its speaker; each file with its name. */
export function textWithSpeakers(
  segments: readonly StoredSegment[],
  naming: SpeakerNaming,
  headings = noHeadings,
): string {
  let before: string | undefined;
  return toParagraphs(segments, headings)
    .map((paragraph) => {
      const text = paragraph.map((segment) => segment.text).join(' ');
      const [first] = paragraph;
      const speaker = first?.speaker;
      const isNew = speaker !== undefined && showsNames(naming) && speaker !== before;
      before = speaker;
      const spoken = isNew ? `${speakerName(speaker, naming)}: ${text}` : text;
      return [...(headings.get(first?.id ?? -1) ?? []), spoken].join('\n');
    })
    .join('\n\n');
}
