import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

type SwitchProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
};

export function Switch({ checked, onCheckedChange, label }: SwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex min-h-10 items-center gap-3">
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        className="group relative inline-grid h-10 w-11 shrink-0 place-items-center rounded-control"
      >
        <span className="h-6 w-10 rounded-full border border-line-strong bg-sunken transition-colors group-data-[state=checked]:border-thread group-data-[state=checked]:bg-thread" />
        <Radix.Thumb className="absolute left-1.5 size-4 rounded-full bg-ink-soft transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-thread" />
      </Radix.Root>
      <label htmlFor={id} className="py-2 text-sm">
        {label}
      </label>
    </span>
  );
}
