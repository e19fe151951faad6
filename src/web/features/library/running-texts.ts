import { reasonTexts } from '#contract/transcription.ts';
import type { ListChange } from '#contract/transcription-list.ts';
import { formatDuration } from '#web/format/time.ts';

/** The state of a transcription as the rows and cards show it. */
export type RunningState = Pick<ListChange, 'status' | 'progress' | 'reason_text'> &
  Partial<Pick<ListChange, 'engine_is_sandbox'>>;

export const isRunning = ({ status }: Pick<RunningState, 'status'>) =>
  status === 'pending' || status === 'processing';

export const isFailed = ({ status }: Pick<RunningState, 'status'>) =>
  status === 'error' || status === 'failed';

/** From 0 to 1: the part that was heard or, before that, the part of the speech model that the server has. */
export const runningShare = ({ status, progress: { percent } }: Omit<RunningState, 'reason_text'>) =>
  status === 'processing' || (status === 'pending' && percent > 0) ? percent / 100 : undefined;

/** "na fila", "baixando o modelo 19%", "ouvindo 40%" */
export function runningText({ status, progress: { percent } }: RunningState): string {
  if (isFailed({ status })) return 'com erro';
  if (status === 'completed') return 'pronta';
  if (status !== 'processing') return percent > 0 ? `baixando o modelo ${Math.floor(percent)}%` : 'na fila';
  return percent > 0 ? `ouvindo ${Math.floor(percent)}%` : 'ouvindo';
}

/** "falta 1 min", "faltam 45 s" */
export function leftText(seconds: number): string {
  const text = formatDuration(Math.max(1, seconds));
  return `${/^1 (s|min|h)$/.test(text) ? 'falta' : 'faltam'} ${text}`;
}

/** In minutes, because the estimate is rough. */
export function timeLeftText({ status, progress: { seconds_left } }: RunningState): string | undefined {
  if (status !== 'processing' || seconds_left === null) return undefined;
  return seconds_left < 60 ? 'falta menos de 1 min' : leftText(seconds_left);
}

/** Why it waits or failed, unless the state says it already. */
export const waitText = ({ reason_text }: Pick<RunningState, 'reason_text'>): string | undefined =>
  reason_text === null || reason_text === reasonTexts.waiting_for_turn ? undefined : reason_text;
