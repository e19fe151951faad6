import type { Transcription } from '#contract/transcription.ts';
import { formatDate } from '#domain/format/dates.ts';
import { formatMinutes } from '#web/format/time.ts';

export const findingVoicesText = 'Separando as vozes…';

/** The file's name if the title is another one, the full date, and the length. */
export function transcriptionFacts(shown: Transcription): string[] {
  const { created_at, audio_duration, title, file_name, voices } = shown;
  return [
    ...(title?.trim() && file_name.trim() ? [file_name] : []),
    formatDate(created_at),
    ...(audio_duration > 0 ? [formatMinutes(audio_duration)] : []),
    ...(voices.state === 'waiting' ? [findingVoicesText] : []),
  ];
}
