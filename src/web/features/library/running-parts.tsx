import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { unbrokenDurations } from '#web/format/time.ts';
import { SoundMark } from '#web/pictures/sound-mark.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useLastSentence } from './list-stream.tsx';
import {
  isFailed,
  isRunning,
  type RunningState,
  runningShare,
  runningText,
  timeLeftText,
  waitText,
} from './running-texts.ts';
import { TestTextMark } from './test-text-mark.tsx';

type StateLineProps = {
  /** "enviando 43%" */
  words: string;
  /** 0 to 1; undefined without a bar. */
  share?: number | undefined;
  /** "falta 1 min" */
  left?: string | undefined;
  isFault?: boolean;
};

/** One line for each stage of a file, from its first byte to its text, alike on all screens. */
export function StateLine({ words, share, left, isFault = false }: StateLineProps) {
  return (
    <span className="flex items-center gap-x-3 text-sm tabular-nums sm:leading-6">
      <span className={classNames('font-medium', isFault && 'text-loss')}>{words}</span>
      {share === undefined ? null : (
        // The words beside it say the same.
        <span
          aria-hidden="true"
          className="hidden h-1.5 w-40 overflow-hidden rounded-full bg-thread-soft sm:block"
        >
          <span
            className="block h-full rounded-full bg-thread-bright transition-[width] duration-200"
            style={{ width: `${share * 100}%` }}
          />
        </span>
      )}
      {left === undefined ? null : <span className="text-ink-soft">{unbrokenDurations(left)}</span>}
    </span>
  );
}

export function RunningLine({ state }: { state: RunningState }) {
  return (
    <StateLine
      words={runningText(state)}
      share={runningShare(state)}
      left={timeLeftText(state)}
      isFault={isFailed(state)}
    />
  );
}

/** Why a transcription waits or failed, or else the end of what was heard so far, in one line. */
export function RunningNote({
  jobId,
  state,
  otherwise,
}: {
  jobId: string;
  state: RunningState;
  otherwise?: ReactNode;
}) {
  const sentence = useLastSentence(jobId);
  const wait = waitText(state);
  if (wait !== undefined)
    return (
      <span
        className={classNames('block text-sm sm:leading-6', isFailed(state) ? 'text-loss' : 'text-ink-soft')}
      >
        {wait}
      </span>
    );
  const mark = state.engine_is_sandbox === true ? <TestTextMark /> : null;
  const shape = 'block truncate text-sm text-ink-soft sm:leading-6';
  if (state.status === 'completed' && mark !== null) return <span className={shape}>{mark}</span>;
  if (sentence === undefined || !isRunning(state)) return otherwise;
  return (
    <span className={shape}>
      {mark}
      <span className="font-serif">“{sentence}”</span>
    </span>
  );
}

type RowFrameProps = {
  to: string;
  name: string;
  isActive: boolean;
  /** Right of the name, or below it on phones. */
  state?: ReactNode;
  note?: ReactNode;
};

/** All rows have three places of the same height: a file that is sent and a text that ends keep their row. */
export function RowFrame({ to, name, isActive, state, note }: RowFrameProps) {
  return (
    <li>
      <Link
        to={to}
        className="group -mx-3 grid min-h-18 grid-cols-[minmax(0,1fr)] content-center gap-x-8 rounded-control px-3 py-1.5 transition-colors hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="flex min-w-0 items-center gap-2">
          {isActive ? <SoundMark className="text-thread" /> : null}
          <span className="truncate font-medium decoration-thread/40 underline-offset-4 group-hover:underline">
            {name}
          </span>
        </span>
        {state}
        <span className="min-h-5 min-w-0 sm:col-span-2 sm:min-h-6">{note}</span>
      </Link>
    </li>
  );
}
