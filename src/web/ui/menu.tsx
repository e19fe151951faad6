import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type MenuProps = {
  trigger: ReactElement;
  label: string;
  /** The edge of the trigger that the menu shares. */
  align?: 'start' | 'end';
  /** Absent: the menu keeps its own state. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
};

/** An entry may move the focus itself, to a field or a dialog. Otherwise it returns to the trigger. */
function keepMovedFocus(event: Event) {
  if (document.activeElement !== document.body) event.preventDefault();
}

/** Screen readers list content by landmarks, so an open menu must be in one. */
export const pageContent = () => (typeof document === 'undefined' ? null : document.querySelector('main'));

/** Not modal: Radix would hide the rest of the page from screen readers and leave its controls focusable. */
export function Menu({ trigger, label, align = 'end', children, ...state }: MenuProps) {
  return (
    <Radix.Root modal={false} {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={pageContent()}>
        <div>
          {/* Takes the press that closes the menu. On the text it would also play a word. */}
          <div className="fixed inset-0 z-40" />
          <Radix.Content
            aria-label={label}
            onCloseAutoFocus={keepMovedFocus}
            align={align}
            sideOffset={6}
            collisionPadding={12}
            className="z-50 flex max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-rise flex-col overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
          >
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

type MenuChoicesProps = {
  value: string;
  choices: readonly {
    value: string;
    label: string;
    /** A preview of what the choice does. */
    detail?: string;
  }[];
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
          <span className="min-w-0 grow">
            {choice.label}
            {choice.detail === undefined ? null : (
              <span className="line-clamp-2 max-w-[min(20rem,100vw-7rem)] whitespace-pre-line text-ink-soft wrap-anywhere">
                {choice.detail}
              </span>
            )}
          </span>
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

type MenuToggleProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** For a choice about the other entries. */
  keepsMenuOpen?: boolean;
};

/** Turns something on and off; a mark shows that it is on. */
export function MenuToggle({ label, checked, onChange, keepsMenuOpen = false }: MenuToggleProps) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => keepsMenuOpen && event.preventDefault()}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-sm outline-none data-highlighted:bg-sunken"
    >
      <span className="min-w-0 grow">{label}</span>
      <Radix.ItemIndicator>
        <Check aria-hidden="true" className="size-4 text-thread" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

/** Text between the entries. */
export function MenuNote({ children }: { children: ReactNode }) {
  return (
    <Radix.Label className="max-w-72 px-3 pt-2 pb-1 text-sm text-ink-soft wrap-anywhere">
      {children}
    </Radix.Label>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
