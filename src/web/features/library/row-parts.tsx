import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ListedTranscription, SearchHit } from '#contract/transcription-list.ts';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { transcriptionUrl } from '#web/app/paths.ts';
import { retryTranscription } from '#web/features/transcription/screen/api.ts';
import { formatDuration } from '#web/format/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Progress } from '#web/ui/progress.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { listKey } from './api.ts';
import { backToListState, readListFilters } from './list-filters-url.ts';
import { useLastSentence } from './list-stream.tsx';
import { isFailed, isRunning, runningShare } from './running-texts.ts';
import { TestTextMark } from './test-text-mark.tsx';

type Row = Pick<ListedTranscription, 'status' | 'progress' | 'reason_text'>;

const failedHint = 'Transcrição com erro';

const statusWords = {
  completed: 'Concluída',
  pending: 'Na fila',
  processing: 'Em andamento',
  error: 'Com erro',
  failed: 'Com erro',
} as const satisfies Record<Row['status'], string>;

/** "42%" while the transcription runs, and undefined at 0%. */
export function percentText({ status, progress: { percent } }: Row): string | undefined {
  return status === 'processing' && percent > 0 ? `${Math.floor(percent)}%` : undefined;
}

/** The line below the name: why it waits or failed, or the remaining time. */
export function noteText({ status, progress, reason_text }: Row): string | undefined {
  if (status === 'completed') return undefined;
  if (reason_text !== null) return reason_text;
  if (status !== 'processing' || progress.seconds_left === null) return undefined;
  if (progress.seconds_left < 60) return 'Falta menos de 1 minuto.';
  return `Faltam cerca de ${formatDuration(progress.seconds_left)}.`;
}

/** The link of a row. The page marks the words of this search and links back to this list. */
function useRowLink(id: string, startMs?: number) {
  const { search } = useLocation();
  const { q } = readListFilters(new URLSearchParams(search));
  return { to: transcriptionUrl(id, { startMs, q }), state: backToListState(search) };
}

type RowProps = { item: ListedTranscription };

export function StatusMark({ item }: RowProps) {
  const { status } = item;
  const percent = percentText(item);
  const tone = isFailed(item) ? 'loss' : status === 'completed' ? 'plain' : 'thread';
  return (
    <Badge tone={tone}>
      {statusWords[status]}
      {percent === undefined ? null : <span className="tabular-nums">{percent}</span>}
    </Badge>
  );
}

/** The same link as 'Ver'. A failed transcription has no page to open. */
export function NameLink({ item }: RowProps) {
  const name = displayName(item);
  const shape = 'line-clamp-2 min-w-0 font-medium wrap-anywhere';
  const link = useRowLink(item.job_id);
  if (isFailed(item)) return <p className={shape}>{name}</p>;
  return (
    // Not in the Tab order, because 'Ver' beside it is the same link.
    <Link
      {...link}
      tabIndex={-1}
      className={classNames(shape, 'decoration-thread/40 underline-offset-4 hover:underline')}
    >
      {name}
    </Link>
  );
}

function markedParts({ text, marks }: SearchHit): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    parts.push(text.slice(at, start));
    parts.push(
      <mark key={start} className="rounded-[0.2em] bg-thread-soft px-0.5 font-medium text-ink">
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return [...parts, text.slice(at)];
}

/** The sentence of a search hit; the link opens the transcription at that moment. */
export function HitLink({ item: { job_id, hit } }: RowProps) {
  const link = useRowLink(job_id, hit?.start_ms);
  if (hit === null) return null;
  return (
    <Link {...link} className="group mt-1.5 flex items-baseline gap-2.5 rounded-control py-0.5 text-sm">
      <span className="shrink-0 font-medium text-thread tabular-nums group-hover:underline">
        {formatTimestamp(hit.start_ms)}
      </span>
      <span className="line-clamp-3 min-w-0 font-serif text-ink-soft wrap-anywhere group-hover:text-ink">
        {markedParts(hit)}
      </span>
    </Link>
  );
}

export function RowNote({ item }: RowProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => retryTranscription(item.job_id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
  const note = noteText(item);
  const sentence = useLastSentence(item.job_id);
  const heard = isRunning(item) ? sentence : undefined;
  const modelShare = item.status === 'pending' ? runningShare(item) : undefined;
  return (
    <>
      {item.engine_is_sandbox && (item.status === 'completed' || heard !== undefined) ? (
        <p className="mt-1 text-sm">
          <TestTextMark />
        </p>
      ) : null}
      {heard === undefined ? null : (
        <p className="mt-1 line-clamp-2 font-serif text-sm text-ink-soft sm:line-clamp-1">“{heard}”</p>
      )}
      {note === undefined ? null : (
        <p
          className={classNames('mt-1 text-sm tabular-nums', isFailed(item) ? 'text-loss' : 'text-ink-soft')}
        >
          {note}
        </p>
      )}
      {modelShare === undefined ? null : (
        <div className="mt-2 mb-1 max-w-80">
          <Progress share={modelShare} label="Modelo de fala" />
        </div>
      )}
      {item.can_retry ? (
        <div className="mt-2 mb-1 flex flex-wrap items-center gap-3">
          <Button
            variant="secondary"
            busy={isPending}
            aria-label={`Tentar de novo: ${displayName(item)}`}
            onClick={() => mutate()}
          >
            Tentar de novo
          </Button>
          <p role="status" className="text-sm text-loss empty:hidden">
            {error === null ? null : describeError(error).text}
          </p>
        </div>
      ) : null}
    </>
  );
}

/** Uses aria-disabled, because a disabled button shows no tooltip to keyboard and touch users. */
function FailedView({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Tooltip text={failedHint} open={isOpen} onOpenChange={setIsOpen}>
      <button
        type="button"
        aria-disabled="true"
        aria-label={`Ver ${name}: ${failedHint}`}
        onClick={(event) => {
          // By default a click closes the tooltip, but on touch screens a tap is the only way to open it.
          event.preventDefault();
          setIsOpen(true);
        }}
        className={classNames(
          buttonClass({ variant: 'quiet' }),
          'cursor-help! text-ink-faint! underline decoration-dotted decoration-line-strong underline-offset-4 hover:bg-transparent!',
        )}
      >
        Ver
      </button>
    </Tooltip>
  );
}

type RowActionsProps = RowProps & { onDelete: () => void };

export function RowActions({ item, onDelete }: RowActionsProps) {
  const name = displayName(item);
  const link = useRowLink(item.job_id);
  return (
    <>
      {isFailed(item) ? (
        <FailedView name={name} />
      ) : (
        <Link
          {...link}
          aria-label={`Ver ${name}`}
          className={classNames(buttonClass({ variant: 'quiet' }), 'text-thread! hover:text-thread-deep!')}
        >
          Ver
        </Link>
      )}
      <Button variant="quiet" aria-label={`Excluir ${name}`} data-delete={item.job_id} onClick={onDelete}>
        Excluir
      </Button>
    </>
  );
}
