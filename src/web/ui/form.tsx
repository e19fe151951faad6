import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';

export type FieldControl = {
  id: string;
  required: boolean;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: ReactNode;
  /** For screen readers. The few optional fields say "(opcional)" in their label. */
  required?: boolean;
  children: (control: FieldControl) => ReactNode;
};

/** Label, hint and error of one control, linked so that a screen reader announces all three. */
export function Field({ label, hint, error, required = false, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint !== undefined && hintId, error !== undefined && errorId].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        required,
        'aria-invalid': error !== undefined,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {hint === undefined ? null : (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p id={errorId} className="flex animate-rise items-baseline gap-2 text-sm text-loss">
          <span aria-hidden="true" className="size-1.5 shrink-0 -translate-y-px rounded-full bg-loss" />
          <span className="min-w-0">{error}</span>
        </p>
      )}
    </div>
  );
}

export type FormOutcome = {
  kind: 'done' | 'failed';
  text: string;
  /** A second line on how to continue. */
  more?: ReactNode;
};

function OutcomeMark({ kind }: Pick<FormOutcome, 'kind'>) {
  if (kind === 'done')
    return <Check aria-hidden="true" className="size-4 shrink-0 translate-y-0.5 text-thread" />;
  return <span aria-hidden="true" className="size-1.5 shrink-0 -translate-y-px rounded-full bg-loss" />;
}

const leadingEmoji = /^\p{Extended_Pictographic}\uFE0F? /u;
const trailingEmoji = / \p{Extended_Pictographic}\uFE0F?$/u;

/**
 * Some texts contain an emoji, which every system draws differently. Our mark replaces it. The emoji stays in the
 * text for copying, but is neither visible nor announced.
 */
function OutcomeText({ text }: { text: string }) {
  const [first = ''] = leadingEmoji.exec(text) ?? [];
  const [last = ''] = trailingEmoji.exec(text) ?? [];
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
 * The outcome of a form. Always rendered, because a screen reader announces only changes within it. It scrolls
 * into view, because on a small screen the submit button may be the last visible element.
 */
export function FormStatus({ outcome, className }: FormStatusProps) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome !== undefined) status.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  return (
    // The margin clears the header and the fixed buttons at the bottom.
    <div ref={status} role="status" className={classNames('min-w-0 scroll-my-24 text-sm', className)}>
      {outcome === undefined ? null : (
        <div className="flex items-baseline gap-2">
          <OutcomeMark kind={outcome.kind} />
          <div className="min-w-0">
            <p className={outcome.kind === 'failed' ? 'text-loss' : undefined}>
              <OutcomeText text={outcome.text} />
            </p>
            {outcome.more === undefined ? null : <div className="mt-1.5 text-ink-soft">{outcome.more}</div>}
          </div>
        </div>
      )}
    </div>
  );
}

/** Between two alternatives. */
export function OrDivider() {
  return (
    <p className="flex items-center gap-4 text-sm text-ink-faint before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      ou
    </p>
  );
}
