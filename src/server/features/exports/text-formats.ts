import type { TranscriptExport } from '#contract/transcript.ts';
import type { Transcription } from '#contract/transcription.ts';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { testTextNote } from '#domain/transcript/test-text.ts';
import { isNonEmptySegment, transcriptText } from '#domain/transcript/transcript-text.ts';
import type { ReviewedShare } from './reviewed-share.ts';
import { documentSubtitle, documentTitle, speakerNamer, type TranscriptDocument } from './transcript.ts';

/** UTF-8 without a byte order mark, and with the line ends that every current editor reads. */
export function toTxt(transcript: TranscriptDocument, { withTimes }: { withTimes: boolean }): string {
  const { title, paragraphs, warning, watermark } = transcript;
  const lines = paragraphs.flatMap(({ startMs, speaker, text, fileNames = [] }) => {
    const time = withTimes ? `[${formatTimestamp(startMs)}] ` : '';
    return [...fileNames, `${time}${speaker === undefined ? '' : `${speaker}: `}${text}`];
  });
  const review = transcript.review === null ? '' : `\n${transcript.review}`;
  const head = `${title}\n${documentSubtitle(transcript)}${review}`;
  return `${[...(warning === null ? [] : [warning]), head, ...lines, ...(watermark === null ? [] : [watermark])].join('\n\n')}\n`;
}

const secondsOf = (ms: number) => ms / 1_000;

export function toJson(transcription: Transcription, review: ReviewedShare | null): string {
  const nameOf = speakerNamer(transcription);
  const segments = transcription.segments.filter(isNonEmptySegment);
  const exported: TranscriptExport = {
    version: 1,
    ...(transcription.engine_is_sandbox && { notice: testTextNote }),
    title: documentTitle(transcription),
    file_name: transcription.file_name,
    created_at: transcription.created_at,
    duration: transcription.audio_duration,
    language: transcription.language,
    ...(review !== null && { review }),
    text: transcriptText(transcription.segments),
    segments: segments.map(({ start_ms, end_ms, text, speaker, estimated, words }) => ({
      start: secondsOf(start_ms),
      end: secondsOf(end_ms),
      text,
      ...(speaker !== undefined && { speaker: nameOf(speaker) }),
      ...(estimated === true && { estimated }),
      ...(words !== undefined && {
        words: words.map((word) => ({
          start: secondsOf(word.start_ms),
          end: secondsOf(word.end_ms),
          text: word.text,
          ...(word.confidence !== undefined && { confidence: word.confidence }),
        })),
      }),
    })),
  };
  return `${JSON.stringify(exported)}\n`;
}
