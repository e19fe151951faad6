import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { useBillingAction } from './use-billing-action.ts';

type BillingActionDialogProps = {
  action: ReturnType<typeof useBillingAction>;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  busyLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  preparing?: boolean;
};

export function BillingActionDialog({ action, children, busyLabel, ...texts }: BillingActionDialogProps) {
  const { open, busy, fault, changeOpen, run } = action;
  return (
    <ConfirmDialog
      {...texts}
      open={open}
      onOpenChange={changeOpen}
      description={children}
      confirmLabel={busy ? busyLabel : texts.confirmLabel}
      onConfirm={() => void run()}
      busy={busy}
      error={fault}
    />
  );
}
