import { Toaster as Sonner, toast } from 'sonner';

/** Where toasts appear. Anything shows one with `toast` of sonner. */
export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <Sonner
      theme={theme}
      position="bottom-center"
      containerAriaLabel="Avisos"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-card border border-line bg-raised p-4 text-sm text-ink shadow-float font-sans',
          description: 'text-ink-soft',
          icon: 'mt-0.5 shrink-0 text-thread [[data-type=error]_&]:text-loss [[data-type=warning]_&]:text-notice',
          actionButton:
            '-my-2.5 ml-auto min-h-10 shrink-0 rounded-control px-3 font-medium text-thread hover:bg-thread-soft',
        },
      }}
    />
  );
}

const undoToastMs = 10_000;

type UndoToast = { take: () => void };
/** Those that stand now, the newest last: the keys take that one back. */
const openUndoToasts: UndoToast[] = [];

const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

function onKey(event: KeyboardEvent) {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
  if (!isUndo || event.defaultPrevented || isTextInput(event.target)) return;
  event.preventDefault();
  openUndoToasts.at(-1)?.take();
}

/** For ten seconds, by the toast's button or by the keys that undo everywhere else. */
export function showUndoToast(text: string, undo: () => void) {
  const close = () => {
    const at = openUndoToasts.indexOf(offer);
    if (at !== -1) openUndoToasts.splice(at, 1);
    if (openUndoToasts.length === 0) document.removeEventListener('keydown', onKey);
  };
  const shown = toast.success(text, {
    duration: undoToastMs,
    action: { label: 'Desfazer', onClick: undo },
    onDismiss: close,
    onAutoClose: close,
  });
  const offer: UndoToast = {
    take() {
      toast.dismiss(shown);
      close();
      undo();
    },
  };
  // Added anew for the first: the same listener is never there twice.
  document.addEventListener('keydown', onKey);
  openUndoToasts.push(offer);
}
