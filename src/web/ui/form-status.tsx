import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

export type FormOutcome = {
  kind: 'done' | 'failed';
  text: string;
  /** What to do about it, in a second line. */
  more?: ReactNode;
};

function Mark({ kind }: Pick<FormOutcome, 'kind'>) {
  if (kind === 'done')
    return <Check aria-hidden="true" className="size-4 shrink-0 translate-y-0.5 text-thread" />;
  return <span aria-hidden="true" className="size-1.5 shrink-0 -translate-y-px rounded-full bg-loss" />;
}

const signFirst = /^\p{Extended_Pictographic}\uFE0F? /u;
const signLast = / \p{Extended_Pictographic}\uFE0F?$/u;

/**
 * Some texts bring a picture sign, which every system draws in a way of its own. The mark beside them says the same in
 * our hand; the sign stays in the text for who copies it, and is neither shown nor read out.
 */
function Words({ text }: { text: string }) {
  const [first = ''] = signFirst.exec(text) ?? [];
  const [last = ''] = signLast.exec(text) ?? [];
  const unseen = (sign: string) =>
    sign === '' ? null : (
      <span aria-hidden="true" className="sr-only">
        {sign}
      </span>
    );
  return (
    <>
      {unseen(first)}
      {text.slice(first.length, text.length - last.length)}
      {unseen(last)}
    </>
  );
}

type FormStatusProps = { outcome: FormOutcome | undefined; className?: string };

/**
 * How the sending of a form ended. Always in the page: a screen reader hears only what changes in it. It scrolls into
 * view, because the button above it can be the last thing on a small screen.
 */
export function FormStatus({ outcome, className }: FormStatusProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  return (
    // The margin clears the header and the buttons that are fixed at the bottom.
    <div ref={place} role="status" className={classNames('min-w-0 scroll-my-24 text-sm', className)}>
      {outcome === undefined ? null : (
        <div className="flex items-baseline gap-2">
          <Mark kind={outcome.kind} />
          <div className="min-w-0">
            <p className={outcome.kind === 'failed' ? 'text-loss' : undefined}>
              <Words text={outcome.text} />
            </p>
            {outcome.more === undefined ? null : <div className="mt-1.5 text-ink-soft">{outcome.more}</div>}
          </div>
        </div>
      )}
    </div>
  );
}
