import { useRef } from 'react';

/**
 * Dialogs here are opened by state, not by a trigger of their own, so Radix does not know where to give the focus
 * back to. Where a navigation closed the dialog, the focus is on the new page already and is left there.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    rememberOpener() {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isNowhere && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
