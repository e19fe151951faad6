import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

type CheckboxProps = {
  checked: boolean | 'indeterminate';
  onCheckedChange: (checked: boolean) => void;
  /** Visible beside the box, or only for screen readers with `labelHidden`. */
  label: ReactNode;
  labelHidden?: boolean;
};

export function Checkbox({ checked, onCheckedChange, label, labelHidden = false }: CheckboxProps) {
  const id = useId();
  return (
    <span className="inline-flex min-h-10 items-center print:hidden">
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        className="group grid size-10 shrink-0 place-items-center rounded-control"
      >
        <span className="grid size-5 place-items-center rounded-[0.3rem] border border-line-strong bg-raised text-on-thread transition-colors group-hover:border-ink-soft group-data-[state=checked]:border-thread group-data-[state=checked]:bg-thread group-data-[state=indeterminate]:border-thread group-data-[state=indeterminate]:bg-thread">
          <Radix.Indicator>
            {checked === 'indeterminate' ? (
              <Minus aria-hidden="true" className="size-3.5" strokeWidth={3} />
            ) : (
              <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />
            )}
          </Radix.Indicator>
        </span>
      </Radix.Root>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'py-2 pr-2 text-sm'}>
        {label}
      </label>
    </span>
  );
}
