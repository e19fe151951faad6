import { CircleAlert, CircleCheck } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { listenForUndo } from '#web/browser/undo-key.ts';

type ToastOptions = {
  /** `Infinity` keeps the toast until the user closes it. */
  durationMs?: number;
  action?: { label: string; onClick: () => void };
  /** The toast is gone, by its time, by its button or by a gesture. */
  onClose?: () => void;
};

type OpenToast = ToastOptions & { id: number; kind: 'success' | 'error'; text: string };

const defaultDurationMs = 5_000;
const icons = { success: CircleCheck, error: CircleAlert };

let openToasts: readonly OpenToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly OpenToast[]) {
  openToasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function dismiss(id: number) {
  const closed = openToasts.find((each) => each.id === id);
  if (closed === undefined) return;
  change(openToasts.filter((each) => each !== closed));
  closed.onClose?.();
}

function show(kind: OpenToast['kind'], text: string, options: ToastOptions = {}) {
  lastId += 1;
  change([...openToasts, { id: lastId, kind, text, ...options }]);
  return lastId;
}

export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  dismiss,
};

function ToastItem({
  toast: { id, kind, text, durationMs = defaultDurationMs, action },
}: {
  toast: OpenToast;
}) {
  const Icon = icons[kind];
  return (
    <Radix.Root
      open
      duration={durationMs}
      // An error interrupts a screen reader, a confirmation waits for its turn.
      type={kind === 'error' ? 'foreground' : 'background'}
      onOpenChange={(open) => open || dismiss(id)}
      className="flex w-full animate-appear items-start gap-3 rounded-card border border-line bg-raised p-4 text-sm text-ink shadow-float"
    >
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4 shrink-0 ${kind === 'error' ? 'text-loss' : 'text-thread'}`}
      />
      <Radix.Description className="min-w-0 grow wrap-anywhere">{text}</Radix.Description>
      {action === undefined ? null : (
        <Radix.Action
          altText={action.label}
          onClick={action.onClick}
          className="-my-2.5 ml-auto min-h-10 shrink-0 rounded-control px-3 font-medium text-thread hover:bg-thread-soft"
        >
          {action.label}
        </Radix.Action>
      )}
    </Radix.Root>
  );
}

/** Where toasts appear; `toast` shows one from anywhere. */
export function Toaster() {
  const toasts = useSyncExternalStore(
    subscribe,
    () => openToasts,
    () => openToasts,
  );
  return (
    <Radix.Provider label="Aviso" swipeDirection="down">
      {toasts.map((each) => (
        <ToastItem key={each.id} toast={each} />
      ))}
      <Radix.Viewport
        label="Avisos ({hotkey})"
        // The default, F8, is no key of an Apple keyboard by itself.
        hotkey={['altKey', 'KeyT']}
        className="pointer-events-auto fixed right-4 left-[calc(var(--sidebar-width)+1rem)] bottom-[calc(var(--bottom-bar-room)+var(--tray-room)+var(--quote-room)+1rem)] z-60 mx-auto flex max-w-96 flex-col gap-2 outline-none print:hidden"
      />
    </Radix.Provider>
  );
}

const undoToastMs = 10_000;

/** Offers an undo for ten seconds, by the toast's button or by Ctrl+Z. */
export function showUndoToast(text: string, undo: () => void, onClose?: () => void): number {
  const id = toast.success(text, {
    durationMs: undoToastMs,
    action: { label: 'Desfazer', onClick: undo },
    onClose() {
      endListening();
      onClose?.();
    },
  });
  const endListening = listenForUndo(() => {
    toast.dismiss(id);
    undo();
  });
  return id;
}
