import { type RefObject, useRef } from 'react';

/**
 * Dialogs here are opened by state, not by a trigger of their own, so Radix does not know where to give the focus
 * back to. Where a navigation closed the dialog, the focus is on the new page already and is left there.
 *
 * An opener that stood in a menu is gone when the dialog closes; then the focus goes to what opened the menu.
 */
export function useReturnFocus(openerOfMenu?: RefObject<HTMLElement | null>) {
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
      if (document.activeElement === document.body) openerOfMenu?.current?.focus();
    },
  };
}
