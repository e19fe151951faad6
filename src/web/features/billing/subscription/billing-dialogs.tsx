import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { focusContent } from '../../../browser/focus-content.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { billingErrorText } from './api.ts';

/** On a busy machine the dialog is still there for some frames. */
const framesToLook = 15;

/** What was pressed to come here is mostly gone with what it offered, and would leave the focus nowhere. */
function keepFocus(left = framesToLook) {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusContent();
    else if (left > 0) keepFocus(left - 1);
  });
}

type Options = {
  /** Asked while the dialog stands; answers what to say when it is done. */
  ask: () => Promise<string>;
  /** Told where the choice was made, when the server gives no reason. */
  faultText: string;
};

/** An action on the subscription that is confirmed first, and after which every screen asks anew. */
export function useBillingAction({ ask, faultText }: Options) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const running = useRef(false);

  function changeOpen(next: boolean) {
    setFault(undefined);
    setOpen(next);
  }

  async function run() {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFault(undefined);
    try {
      const said = await ask();
      // Limits, exports and prices hang on the plan: nothing that was read before is still true.
      await queryClient.invalidateQueries();
      setOpen(false);
      toast.success(said);
      keepFocus();
    } catch (error) {
      setFault(billingErrorText(error, faultText));
      // It may have been done all the same, or by another tab.
      void queryClient.invalidateQueries();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { open, busy, fault, changeOpen, run };
}

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

type ExplanationDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
};

/** For what cannot be done, or is done already: why, and nothing to confirm. */
export function ExplanationDialog({ text, ...dialog }: ExplanationDialogProps) {
  return (
    <Dialog {...dialog} description={text}>
      <div className="mt-6 flex justify-end">
        <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
          Entendi
        </Button>
      </div>
    </Dialog>
  );
}
