import type { Transcription } from '#contract/transcription.ts';
import { formatDate } from '#domain/format/dates.ts';
import { formatDuration, formatMinutes } from '../../../format/time.ts';

/** The date, duration and file name, shown below the title. */
export function transcriptionFacts(shown: Transcription): string[] {
  const { created_at, audio_duration, title, file_name } = shown;
  return [
    formatDate(created_at),
    ...(audio_duration > 0 ? [formatMinutes(audio_duration)] : []),
    ...(title?.trim() && file_name.trim() ? [file_name] : []),
  ];
}

/** "falta cerca de 1 min", "faltam cerca de 12 min": in minutes, because the estimate is rough. */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return 'falta menos de 1 min';
  const text = formatDuration(seconds);
  return `${/^1 (min|h)$/.test(text) ? 'falta' : 'faltam'} cerca de ${text}`;
}

type Running = Pick<Transcription, 'status' | 'reason_text' | 'progress'>;

/** The current stage, short enough for a screen reader to announce each change. */
export function stageText({ status, reason_text, progress }: Running): string {
  if (reason_text !== null) return reason_text;
  if (status === 'pending') return 'Na fila: começa assim que houver vez.';
  return progress.percent >= 100 ? 'Terminando o texto.' : 'Ouvindo a gravação e escrevendo o texto.';
}

export function transcriptionProgressText({
  progress: { percent, seconds_left },
}: Pick<Running, 'progress'>): string {
  const share = `${Math.round(percent)}%`;
  return seconds_left === null || seconds_left <= 0 ? share : `${share} · ${timeLeftText(seconds_left)}`;
}
