import { nameOfSpeaker, speakerNumbers } from '#contract/speaker-names.ts';
import { isRead, paragraphsOf } from '#contract/text-of.ts';
import type { Transcription } from '#contract/transcription.ts';
import { takenName } from '#contract/transcription-name.ts';
import { plainText } from './plain-text.ts';

export type Paragraph = Readonly<{ startMs: number; speaker: string | undefined; text: string }>;

/** A transcript as its documents show it. Plain data: it is handed to another thread. */
export type Transcript = Readonly<{
  title: string;
  createdAt: string;
  durationMs: number;
  /** As documents are marked with it: pt-BR, en. */
  language: string;
  paragraphs: readonly Paragraph[];
  watermark: string | null;
  productName: string;
}>;

/** An hour of one voice without a pause is one paragraph to the screen, which scrolls; on paper nobody finds the way. */
const longParagraph = 700;
const longestParagraph = 1_400;
const sentenceEnd = /[.!?…]["'”’»)\]]*$/u;

type Source = Pick<Transcription, 'segments' | 'speaker_names'>;

export function nameGiver({ segments, speaker_names: names }: Source): (speaker: string) => string {
  const numbers = speakerNumbers(segments);
  return (speaker) => nameOfSpeaker(speaker, { names, numbers });
}

export function readableParagraphs(source: Source): Paragraph[] {
  const nameOf = nameGiver(source);
  const paragraphs: Paragraph[] = [];
  for (const segments of paragraphsOf(source.segments)) {
    const speaker = segments[0]?.speaker;
    const name = speaker === undefined ? undefined : plainText(nameOf(speaker));
    let texts: string[] = [];
    let startMs = segments[0]?.start_ms ?? 0;
    let length = 0;
    for (const [at, segment] of segments.entries()) {
      if (texts.length === 0) startMs = segment.start_ms;
      const text = plainText(segment.text);
      if (text !== '') texts.push(text);
      length += text.length + 1;
      const isLong = length >= longestParagraph || (length >= longParagraph && sentenceEnd.test(text));
      if (texts.length === 0 || !(isLong || at === segments.length - 1)) continue;
      paragraphs.push({ startMs, speaker: name, text: texts.join(' ') });
      texts = [];
      length = 0;
    }
  }
  return paragraphs;
}

const languageTag = (language: string) => (language === 'pt' || language === 'auto' ? 'pt-BR' : language);

export function transcriptOf(transcription: Transcription, productName: string): Transcript {
  return {
    title: titleOf(transcription),
    createdAt: transcription.created_at,
    durationMs: Math.round(transcription.audio_duration * 1_000),
    language: languageTag(transcription.language),
    paragraphs: readableParagraphs(transcription),
    watermark: transcription.watermark,
    productName,
  };
}

/** The title that the owner gave, else the file's own name, else the day. */
export function titleOf({
  title,
  file_name,
  created_at,
}: Pick<Transcription, 'title' | 'file_name'> & { created_at: string | Date }): string {
  return takenName({ title: plainText(title ?? ''), file_name: plainText(file_name), created_at });
}

export const hasText = ({ segments }: Pick<Transcription, 'segments'>) => segments.some(isRead);
