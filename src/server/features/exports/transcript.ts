import type { Transcription } from '#contract/transcription.ts';
import { timeZone } from '#domain/format/time-zone.ts';
import { partHeadings } from '#domain/transcript/part-headings.ts';
import { testTextNote } from '#domain/transcript/test-text.ts';
import {
  isNonEmptySegment,
  namingIn,
  speakerName,
  toPrintedParagraphs,
} from '#domain/transcript/transcript-text.ts';
import { documentName } from '#domain/transcript/transcription-name.ts';
import { plainText } from './plain-text.ts';
import { type ReviewedShare, reviewLine } from './reviewed-share.ts';

export type Paragraph = Readonly<{
  startMs: number;
  speaker: string | undefined;
  text: string;
  /** The joined files that begin here. */
  fileNames?: readonly string[] | undefined;
}>;

/** A transcript as its documents show it. Plain data, because it goes to a worker thread. */
export type TranscriptDocument = Readonly<{
  title: string;
  createdAt: string;
  durationMs: number;
  /** The language tag of the document: pt-BR, en. */
  language: string;
  paragraphs: readonly Paragraph[];
  /** Above the title: that this is not what was said. */
  warning: string | null;
  watermark: string | null;
  /** Below the title: who has reviewed how much. Null without the wish of the owner. */
  review: string | null;
  productName: string;
}>;

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone });

type Source = Pick<Transcription, 'segments' | 'speaker_names'>;

export function speakerNamer({ segments, speaker_names: names }: Source): (speaker: string) => string {
  const naming = namingIn(segments, names);
  return (speaker) => speakerName(speaker, naming);
}

export function readableParagraphs(source: Source, parts: Transcription['parts'] = []): Paragraph[] {
  const nameOf = speakerNamer(source);
  const headings = partHeadings(source.segments, parts);
  return toPrintedParagraphs(source.segments, headings).flatMap((segments) => {
    const plainSegments = segments.map((segment) => ({ ...segment, text: plainText(segment.text) }));
    const read = plainSegments.filter(({ text }) => text !== '');
    const [first] = read;
    if (first === undefined) return [];
    const speaker = first.speaker === undefined ? undefined : plainText(nameOf(first.speaker));
    const fileNames = headings.get(first.id)?.map(plainText);
    return [{ startMs: first.start_ms, speaker, text: read.map(({ text }) => text).join(' '), fileNames }];
  });
}

const languageTag = (language: string) => (language === 'pt' || language === 'auto' ? 'pt-BR' : language);

type DocumentFacts = { productName: string; review: ReviewedShare | null };

export function toTranscriptDocument(
  transcription: Transcription,
  { productName, review }: DocumentFacts,
): TranscriptDocument {
  return {
    title: documentTitle(transcription),
    createdAt: transcription.created_at,
    durationMs: Math.round(transcription.audio_duration * 1_000),
    language: languageTag(transcription.language),
    paragraphs: readableParagraphs(transcription, transcription.parts),
    warning: transcription.engine_is_sandbox ? testTextNote : null,
    watermark: transcription.watermark,
    review: review === null ? null : plainText(reviewLine(review, day)),
    productName,
  };
}

/** The owner's title, else the file name, else the day. */
export function documentTitle({
  title,
  file_name,
  created_at,
}: Pick<Transcription, 'title' | 'file_name'> & { created_at: string | Date }): string {
  return documentName({ title: plainText(title ?? ''), file_name: plainText(file_name), created_at });
}

export const hasText = ({ segments }: Pick<Transcription, 'segments'>) => segments.some(isNonEmptySegment);

/** "45 s", "12 min 30 s", "1 h 12 min" */
function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** "21 de novembro de 2026 · 12 min 30 s": the line below a document's title. */
export function documentSubtitle({
  createdAt,
  durationMs,
}: Pick<TranscriptDocument, 'createdAt' | 'durationMs'>): string {
  return `${day.format(new Date(createdAt))} · ${durationText(durationMs)}`;
}

/** The lines below a document's title. */
export const documentNotes = (transcript: TranscriptDocument): string[] => [
  documentSubtitle(transcript),
  ...(transcript.review === null ? [] : [transcript.review]),
  ...(transcript.watermark === null ? [] : [transcript.watermark]),
];
