import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type FormOutcome = {
  kind: 'done' | 'failed';
  text: string;
  /** The text has a mark in it. */
  marked?: boolean;
  /** What to do about it, in a second line. */
  more?: ReactNode;
};

function Mark({ kind }: Pick<FormOutcome, 'kind'>) {
  if (kind === 'done')
    return <Check aria-hidden="true" className="size-4 shrink-0 translate-y-0.5 text-thread" />;
  return <span aria-hidden="true" className="size-1.5 shrink-0 -translate-y-px rounded-full bg-loss" />;
}

type FormStatusProps = { outcome: FormOutcome | undefined; className?: string };

/** How the sending of a form ended. Always in the page: a screen reader hears only what changes in it. */
export function FormStatus({ outcome, className }: FormStatusProps) {
  return (
    <div role="status" className={classNames('min-w-0 text-sm', className)}>
      {outcome === undefined ? null : (
        <p className={classNames('flex items-baseline gap-2', outcome.kind === 'failed' && 'text-loss')}>
          {outcome.marked ? null : <Mark kind={outcome.kind} />}
          <span className="min-w-0">{outcome.text}</span>
        </p>
      )}
      {outcome?.more === undefined ? null : <div className="mt-1.5 text-ink-soft">{outcome.more}</div>}
    </div>
  );
}
