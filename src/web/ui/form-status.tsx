import { Check } from 'lucide-react';
import { classNames } from './class-names.ts';

export type FormOutcome = {
  kind: 'done' | 'failed';
  text: string;
  /** The text has a mark in it. */
  marked?: boolean;
};

function Mark({ kind }: Pick<FormOutcome, 'kind'>) {
  if (kind === 'done') return <Check aria-hidden="true" className="size-4 shrink-0 text-thread" />;
  return <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-loss" />;
}

/** How the sending of a form ended. Always in the page: a screen reader hears only what changes in it. */
export function FormStatus({ outcome }: { outcome: FormOutcome | undefined }) {
  return (
    <p role="status" className="min-w-0 text-sm">
      {outcome === undefined ? null : (
        <span className={classNames('flex items-center gap-2', outcome.kind === 'failed' && 'text-loss')}>
          {outcome.marked ? null : <Mark kind={outcome.kind} />}
          {outcome.text}
        </span>
      )}
    </p>
  );
}
