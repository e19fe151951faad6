import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { Button, buttonClass } from './button.tsx';
import { useReturnFocus } from './dialog.tsx';

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  /** Most confirmations delete something, so `danger` is the default. */
  tone?: 'danger' | 'primary';
  /** Keeps the dialog open during the work, so that it can show a failure. */
  busy?: boolean;
  error?: ReactNode;
  /** Data for the confirmation is still loading: the user can cancel but not confirm. */
  preparing?: boolean;
  /** The trigger of the menu that may have opened the dialog. */
  fallbackFocus?: RefObject<HTMLElement | null>;
};

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancelar',
  onConfirm,
  tone = 'danger',
  busy = false,
  error,
  preparing = false,
  fallbackFocus,
}: ConfirmDialogProps) {
  const { rememberOpener, onCloseAutoFocus } = useReturnFocus(fallbackFocus);
  return (
    <Radix.Root open={open} onOpenChange={busy ? () => {} : onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-veil print:hidden" />
        <Radix.Content
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-w-form -translate-y-1/2 animate-rise rounded-card border border-line bg-raised p-6 shadow-float"
        >
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description>
          {error === undefined ? null : (
            <p role="alert" className="mt-3 text-sm text-loss">
              {error}
            </p>
          )}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Radix.Cancel className={buttonClass({ variant: 'secondary' })} disabled={busy}>
              {cancelLabel}
            </Radix.Cancel>
            <Button variant={tone} busy={busy || preparing} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
