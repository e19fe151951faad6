import type { Transcription } from '#contract/transcription.ts';
import { nameOfSpeaker, speakerNumbers } from '#domain/transcript/speaker-names.ts';
import { isRead, printedParagraphsOf } from '#domain/transcript/text-of.ts';
import { takenName } from '#domain/transcript/transcription-name.ts';
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

type Source = Pick<Transcription, 'segments' | 'speaker_names'>;

export function nameGiver({ segments, speaker_names: names }: Source): (speaker: string) => string {
  const numbers = speakerNumbers(segments);
  return (speaker) => nameOfSpeaker(speaker, { names, numbers });
}

export function readableParagraphs(source: Source): Paragraph[] {
  const nameOf = nameGiver(source);
  return printedParagraphsOf(source.segments).flatMap((segments) => {
    const said = segments.map((segment) => ({ ...segment, text: plainText(segment.text) }));
    const read = said.filter(({ text }) => text !== '');
    const [first] = read;
    if (first === undefined) return [];
    const speaker = first.speaker === undefined ? undefined : plainText(nameOf(first.speaker));
    return [{ startMs: first.start_ms, speaker, text: read.map(({ text }) => text).join(' ') }];
  });
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
