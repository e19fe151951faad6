import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '#contract/dashboard.ts';
import { displayName, untitledAtHome } from '#domain/transcript/transcription-name.ts';
import { paths } from '../../app/paths.ts';
import { formatDateTime, formatMinutes, formatRecent, unbrokenDurations } from '../../format/time.ts';
import { SoundMark } from '../../pictures/sound-mark.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { leftOffText } from '../library/left-off.ts';
import { isFailed, isRunning, stateText, timeLeftText, waitText } from './home-texts.ts';

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

function RunningState({ item }: { item: Unfinished }) {
  const left = timeLeftText(item);
  const isHeard = item.status === 'processing';
  return (
    <span className="flex items-center gap-x-3 text-sm tabular-nums sm:leading-6">
      <span className={classNames('font-medium', isFailed(item) && 'text-loss')}>{stateText(item)}</span>
      {isHeard ? (
        // The words beside it say the same.
        <span
          aria-hidden="true"
          className="hidden h-1.5 w-40 overflow-hidden rounded-full bg-thread-soft sm:block"
        >
          <span
            className="block h-full rounded-full bg-thread-bright transition-[width] duration-200"
            style={{ width: `${item.progress.percent}%` }}
          />
        </span>
      ) : null}
      {left === undefined ? null : <span className="text-ink-soft">{unbrokenDurations(left)}</span>}
    </span>
  );
}

type RowProps = { item: Unfinished | Recent };

/** All rows have three places of the same height: a finished recording keeps its row, and the page does not move. */
export function RecordingRow({ item }: RowProps) {
  const unfinished = 'status' in item && item.status !== 'completed' ? item : undefined;
  const excerpt = 'excerpt' in item ? item.excerpt : undefined;
  const wait = unfinished && waitText(unfinished);
  return (
    <li>
      <Link
        to={paths.transcription(item.job_id)}
        className="group -mx-3 grid min-h-18 grid-cols-[minmax(0,1fr)] content-center gap-x-8 rounded-control px-3 py-1.5 transition-colors hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="flex min-w-0 items-center gap-2">
          {unfinished !== undefined && isRunning(unfinished) ? <SoundMark className="text-thread" /> : null}
          <span className="truncate font-medium decoration-thread/40 underline-offset-4 group-hover:underline">
            {displayName(item, untitledAtHome)}
          </span>
        </span>
        {unfinished === undefined ? (
          <Facts item={item} next={leftOffText(item.job_id)} />
        ) : (
          <RunningState item={unfinished} />
        )}
        <span className="min-h-5 min-w-0 sm:col-span-2 sm:min-h-6">
          {wait !== undefined && unfinished !== undefined ? (
            <span
              className={classNames(
                'block text-sm sm:leading-6',
                isFailed(unfinished) ? 'text-loss' : 'text-ink-soft',
              )}
            >
              {wait}
            </span>
          ) : unfinished === undefined ? (
            <span
              className={classNames(
                'block truncate text-sm text-ink-soft sm:leading-6',
                excerpt && 'font-serif',
              )}
            >
              {excerpt === '' ? 'Sem texto disponível.' : excerpt}
            </span>
          ) : (
            <Facts item={unfinished} />
          )}
        </span>
      </Link>
    </li>
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
