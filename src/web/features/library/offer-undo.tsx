import { toast } from 'sonner';

const offeredMs = 10_000;

const writesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** For ten seconds, by the toast's button or by the keys that undo everywhere else. */
export function offerUndo(text: string, undo: () => void) {
  const keys = new AbortController();
  const close = () => keys.abort();
  const shown = toast.success(text, {
    duration: offeredMs,
    action: { label: 'Desfazer', onClick: undo },
    onDismiss: close,
    onAutoClose: close,
  });
  document.addEventListener(
    'keydown',
    (event) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || event.defaultPrevented || writesText(event.target)) return;
      event.preventDefault();
      toast.dismiss(shown);
      close();
      undo();
    },
    { signal: keys.signal },
  );
}
