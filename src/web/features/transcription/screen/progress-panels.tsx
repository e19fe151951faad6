import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { reasonTexts, type Transcription } from '#contract/transcription.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { paths } from '#web/app/paths.ts';
import { formatDuration } from '#web/format/time.ts';
import { SoundMark } from '#web/pictures/sound-mark.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { BottomBar } from '../bottom-bar.tsx';
import { retryTranscription, transcriptionQuery } from './api.ts';

/** "falta cerca de 1 min", "faltam cerca de 12 min": in minutes, because the estimate is rough. */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return 'falta menos de 1 min';
  const text = formatDuration(seconds);
  return `${/^1 (min|h)$/.test(text) ? 'falta' : 'faltam'} cerca de ${text}`;
}

type Running = Pick<Transcription, 'status' | 'reason_text' | 'progress'>;

export function stageText({ status, reason_text, progress }: Running): string {
  if (reason_text !== null) return reason_text;
  if (status === 'pending') return 'Na fila: começa assim que houver vez.';
  return progress.percent >= 100 ? 'Terminando o texto.' : 'Ouvindo a gravação e escrevendo o texto.';
}

/** Screen readers announce each change, so it contains no figure that moves. */
export function announcedStage(shown: Running): string {
  return shown.status === 'pending' && shown.progress.percent > 0
    ? reasonTexts.fetching_model
    : stageText(shown);
}

export function transcriptionProgressText({
  progress: { percent, seconds_left },
}: Pick<Running, 'progress'>): string {
  const share = `${Math.round(percent)}%`;
  return seconds_left === null || seconds_left <= 0 ? share : `${share} · ${timeLeftText(seconds_left)}`;
}

/** In the place of the player, so that the text does not move when the transcription ends. */
export function RunningBar({ shown }: { shown: Transcription }) {
  // A recording that waits has a share only while the server fetches the speech model.
  const isWaiting = shown.status === 'pending';
  const { percent } = shown.progress;
  const hasShare = !isWaiting || percent > 0;
  const how = transcriptionProgressText(shown);
  return (
    <BottomBar
      label="Andamento"
      className="flex-col justify-center gap-x-6 sm:flex-row sm:items-center sm:justify-between"
    >
      {hasShare ? (
        <div className="absolute inset-x-0 -top-px">
          <Progress
            isEdge
            share={percent / 100}
            label={isWaiting ? 'Modelo de fala' : 'Transcrição'}
            valueText={how}
          />
        </div>
      ) : null}
      <p className="flex min-w-0 items-center gap-2 text-sm font-medium">
        <SoundMark className="shrink-0 text-thread" />
        <span aria-hidden="true" className="line-clamp-2 min-w-0 tabular-nums">
          {stageText(shown)}
        </span>
        <span role="status" className="sr-only">
          {announcedStage(shown)}
        </span>
      </p>
      {isWaiting ? null : <p className="shrink-0 text-sm text-ink-soft tabular-nums">{how}</p>}
    </BottomBar>
  );
}

const titles = { error: 'Este arquivo não pôde ser transcrito', failed: 'A transcrição parou' } as const;

type FailedPanelProps = { shown: Transcription & { status: keyof typeof titles } };

export function FailedPanel({ shown }: FailedPanelProps) {
  const { job_id, status, reason_text, can_retry } = shown;
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryTranscription(job_id),
    // Also after an error, because another tab may have retried first.
    onSettled: () => queryClient.invalidateQueries({ queryKey: transcriptionQuery(job_id).queryKey }),
  });
  return (
    <section
      aria-label="O que houve"
      className="grid justify-items-start gap-3 rounded-card border border-line bg-raised px-4 py-5 sm:px-6"
    >
      <p className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-loss" />
        {titles[status]}
      </p>
      <p className="max-w-reading text-ink-soft">
        {reason_text ?? 'Não sabemos dizer por quê. Nada foi descontado.'}
      </p>
      <div className="mt-1 flex flex-wrap gap-3">
        {can_retry ? (
          <Button busy={retry.isPending} onClick={() => retry.mutate()}>
            {retry.isPending ? null : <RefreshCw aria-hidden="true" className="size-4" />}
            Tentar de novo
          </Button>
        ) : null}
        <Link to={paths.newFile} className={buttonClass({ variant: can_retry ? 'secondary' : 'primary' })}>
          Enviar outro arquivo
        </Link>
      </div>
      {retry.isError ? (
        <p role="alert" className="text-sm text-loss">
          {describeError(retry.error).text}
        </p>
      ) : null}
    </section>
  );
}
