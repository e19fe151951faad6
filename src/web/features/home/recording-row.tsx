import { Fragment } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { displayName, untitledAtHome } from '#domain/transcript/transcription-name.ts';
import { paths } from '#web/app/paths.ts';
import { leftOffText } from '#web/features/library/left-off.ts';
import { RowFrame, RunningLine, RunningNote } from '#web/features/library/running-parts.tsx';
import { isRunning } from '#web/features/library/running-texts.ts';
import { TestTextMark } from '#web/features/library/test-text-mark.tsx';
import { formatDateTime, formatMinutes, formatRecent, unbrokenDurations } from '#web/format/time.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

export type Unfinished = Dashboard['unfinished'][number];
export type Recent = Dashboard['recent'][number];

type FactsProps = { item: Unfinished | Recent; next?: string | undefined };

/** "hoje, 14:00 · 58 min · parou em 12:40" */
function Facts({ item: { created_at, audio_duration }, next }: FactsProps) {
  const facts = [unbrokenDurations(formatMinutes(audio_duration)), ...(next === undefined ? [] : [next])];
  return (
    <span className="block truncate text-sm text-ink-soft tabular-nums sm:leading-6">
      <time dateTime={created_at} title={formatDateTime(created_at)}>
        {formatRecent(created_at)}
      </time>
      {facts.map((fact) => (
        <Fragment key={fact}>
          <span aria-hidden="true" className="mx-1.5">
            ·
          </span>
          {fact}
        </Fragment>
      ))}
    </span>
  );
}

type RowProps = { item: Unfinished | Recent };

export function RecordingRow({ item }: RowProps) {
  const shared = {
    to: paths.transcription(item.job_id),
    name: displayName(item, untitledAtHome),
  };
  if ('status' in item && item.status !== 'completed')
    return (
      <RowFrame
        {...shared}
        isActive={isRunning(item)}
        state={<RunningLine state={item} />}
        note={<RunningNote jobId={item.job_id} state={item} otherwise={<Facts item={item} />} />}
      />
    );
  const excerpt = 'excerpt' in item ? item.excerpt : undefined;
  return (
    <RowFrame
      {...shared}
      isActive={false}
      state={<Facts item={item} next={leftOffText(item.job_id)} />}
      note={
        <span
          className={classNames('block truncate text-sm text-ink-soft sm:leading-6', excerpt && 'font-serif')}
        >
          {item.engine_is_sandbox && excerpt !== '' ? <TestTextMark /> : null}
          {excerpt === '' ? 'Sem texto disponível.' : excerpt}
        </span>
      }
    />
  );
}

const skeletonWidths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-3/5'];

export function RowSkeletons() {
  return skeletonWidths.map((width, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: five rows that never change
    <li key={index} className="grid min-h-19 content-center gap-2 sm:min-h-18">
      <Skeleton className={`h-4 ${width}`} />
      <Skeleton className="h-3 w-32 sm:hidden" />
      <Skeleton className="h-4 w-4/5" />
    </li>
  ));
}
