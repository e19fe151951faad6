import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** 'right' is a full-height panel that slides in from the right: the menu on small screens. */
  layout?: 'center' | 'wide' | 'right';
  /** Shown in the first row of a panel, beside the close button. */
  head?: ReactNode;
  /** The trigger of the menu that may have opened the dialog. */
  fallbackFocus?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
};

const centred =
  'bg-raised inset-x-4 top-1/2 mx-auto max-h-[calc(100dvh-2rem)] -translate-y-1/2 rounded-card border border-line p-6 animate-rise';

const places = {
  center: `${centred} max-w-form`,
  wide: `${centred} max-w-[56rem]`,
  right: 'bg-paper inset-y-0 right-0 w-[min(20rem,calc(100vw-3rem))] p-4 animate-from-right',
} satisfies Record<NonNullable<DialogProps['layout']>, string>;

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  layout = 'center',
  head,
  fallbackFocus,
  children,
}: DialogProps) {
  const isPanel = layout === 'right';
  const { rememberOpener, onCloseAutoFocus } = useReturnFocus(fallbackFocus);

  function onOpenAutoFocus(event: Event) {
    rememberOpener();
    // A menu of links has no field to focus, so the panel takes the focus and Tab goes to the first link.
    if (!isPanel || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    event.target.focus();
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* Same z-index as the dialogs, so that it also covers an open dialog below this one. */}
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-veil print:hidden" />
        <Radix.Content
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={classNames(
            'fixed z-50 flex flex-col overflow-y-auto shadow-float outline-none',
            places[layout],
          )}
        >
          <Radix.Title className={isPanel ? 'sr-only' : 'pr-10 text-lg font-semibold'}>{title}</Radix.Title>
          {description === undefined ? null : (
            <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>
          )}
          {isPanel ? <div className="mb-4 flex min-h-10 shrink-0 items-center px-3">{head}</div> : null}
          {children}
          {/* Last in the DOM, so that the first focus is in the content and not on the close button. */}
          <Radix.Close asChild>
            <IconButton label="Fechar" className="absolute top-4 right-4">
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Dialogs are opened by state, without a trigger, so Radix does not know where to return the focus. After a
 * navigation the focus is already on the new page and stays there.
 *
 * An opener within a menu no longer exists when the dialog closes. The focus then goes to the menu's trigger.
 */
export function useReturnFocus(fallbackFocus?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  return {
    rememberOpener() {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (!isNowhere) return;
      if (opener.current instanceof HTMLElement) opener.current.focus();
      if (document.activeElement === document.body) fallbackFocus?.current?.focus();
    },
  };
}
