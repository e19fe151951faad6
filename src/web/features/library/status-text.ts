import type { ListedTranscription } from '#contract/transcription-list.ts';
import { durationText } from '../../format/duration.ts';

type Row = Pick<ListedTranscription, 'status' | 'progress' | 'reason_text'>;

export const failedHint = 'Transcrição com erro';

export const statusWords = {
  completed: 'Concluída',
  pending: 'Na fila',
  processing: 'Em andamento',
  error: 'Com erro',
  failed: 'Com erro',
} as const satisfies Record<Row['status'], string>;

export const isFailed = ({ status }: Pick<Row, 'status'>) => status === 'error' || status === 'failed';

/** "42%" of one that runs; nothing where a number would say nothing. */
export function percentText({ status, progress: { percent } }: Row): string | undefined {
  return status === 'processing' && percent > 0 ? `${Math.floor(percent)}%` : undefined;
}

/** What stands below the name: why it waits or failed, or how long it still takes. */
export function noteText({ status, progress, reason_text }: Row): string | undefined {
  if (status === 'completed') return undefined;
  if (reason_text !== null) return reason_text;
  if (status !== 'processing' || progress.seconds_left === null) return undefined;
  if (progress.seconds_left < 60) return 'Falta menos de 1 minuto.';
  return `Faltam cerca de ${durationText(progress.seconds_left)}.`;
}
