import type { TranscriptExport } from '#contract/transcript-export.ts';
import type { Transcription } from '#contract/transcription.ts';
import { isRead, textOf } from '#domain/transcript/text-of.ts';
import { nameGiver, titleOf } from './transcript.ts';

const secondsOf = (ms: number) => ms / 1_000;

export function jsonOf(transcription: Transcription): string {
  const nameOf = nameGiver(transcription);
  const segments = transcription.segments.filter(isRead);
  const exported: TranscriptExport = {
    version: 1,
    title: titleOf(transcription),
    file_name: transcription.file_name,
    created_at: transcription.created_at,
    duration: transcription.audio_duration,
    language: transcription.language,
    text: textOf(transcription.segments),
    segments: segments.map(({ start_ms, end_ms, text, speaker, words }) => ({
      start: secondsOf(start_ms),
      end: secondsOf(end_ms),
      text,
      ...(speaker !== undefined && { speaker: nameOf(speaker) }),
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
