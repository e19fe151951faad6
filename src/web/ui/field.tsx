import { type ReactNode, useId } from 'react';

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
  /** Said to assistive tools; the label says "(opcional)" for the few fields that are not. */
  required?: boolean;
  children: (control: FieldControl) => ReactNode;
};

/** Label, hint and error of one control, tied together so that a screen reader says all three. */
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
