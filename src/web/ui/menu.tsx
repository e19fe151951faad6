import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type MenuProps = { trigger: ReactElement; label: string; children: ReactNode };

export function Menu({ trigger, label, children }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 flex max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-rise flex-col overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type MenuChoicesProps = {
  value: string;
  choices: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

/** A choice of one value; the current one is marked. */
export function MenuChoices({ value, choices, onChoose }: MenuChoicesProps) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onChoose}>
      {choices.map((choice) => (
        <Radix.RadioItem
          key={choice.value}
          value={choice.value}
          className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-sm tabular-nums outline-none data-highlighted:bg-sunken"
        >
          <span className="min-w-0 grow">{choice.label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden="true" className="size-4 text-thread" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

type MenuItemProps = { onSelect: () => void; danger?: boolean; disabled?: boolean; children: ReactNode };

export function MenuItem({ onSelect, danger = false, disabled = false, children }: MenuItemProps) {
  return (
    <Radix.Item
      onSelect={onSelect}
      disabled={disabled}
      className={classNames(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-sm outline-none data-disabled:cursor-default data-disabled:text-ink-faint data-highlighted:bg-sunken',
        danger && 'text-loss',
      )}
    >
      {children}
    </Radix.Item>
  );
}
