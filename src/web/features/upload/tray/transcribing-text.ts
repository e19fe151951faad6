import { isFailed, isRunning, type RunningState } from '#web/features/library/running-texts.ts';
import { counted } from '../queue/upload-text.ts';

/** The mean progress of the running ones, from 0 to 1. */
export function heardShare(jobs: readonly RunningState[]): number {
  const running = jobs.filter(isRunning);
  return (
    running.reduce((sum, { progress }) => sum + progress.percent, 0) / (100 * Math.max(1, running.length))
  );
}

/** The transcriptions of sent files in one line for the tray; undefined if there is nothing to show. */
export function transcribingText(jobs: readonly RunningState[]): string | undefined {
  const heard = jobs.filter(({ status }) => status === 'processing');
  const running = jobs.filter(isRunning);
  const failed = jobs.filter(isFailed).length;
  const ready = jobs.filter(({ status }) => status === 'completed').length;
  const files = counted(running.length, 'arquivo', 'arquivos');
  const share = `${Math.floor(heardShare(jobs) * 100)}%`;
  const parts = [
    ...(heard.length > 0 ? [running.length === 1 ? `Ouvindo ${share}` : `Ouvindo ${files} · ${share}`] : []),
    ...(heard.length === 0 && running.length > 0 ? [`${files} na fila`] : []),
    ...(ready > 0 ? [counted(ready, 'transcrição pronta', 'transcrições prontas')] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('pt-BR')} com erro`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
