import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { focusContent } from '#web/browser/focus-content.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { billingErrorText } from './api.ts';

/** On a slow machine the dialog stays in the DOM for some frames. */
const framesToLook = 15;

/** The pressed button has usually been removed, which would leave the focus on the body. */
function keepFocus(left = framesToLook) {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusContent();
    else if (left > 0) keepFocus(left - 1);
  });
}

type Options = {
  /** Runs while the dialog is open; resolves to the success message. */
  ask: () => Promise<string>;
  /** Shown in the dialog if the server gives no reason. */
  faultText: string;
};

/** A confirmed action on the subscription. Afterwards all queries are refetched. */
export function useBillingAction({ ask, faultText }: Options) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const { submit, outcome, isSending, clearOutcome } = useSubmit({
    send: async () => {
      const successText = await ask();
      // Limits, exports and prices depend on the plan, so all cached data is outdated.
      await queryClient.invalidateQueries();
      setOpen(false);
      toast.success(successText);
      keepFocus();
    },
    describeError(error) {
      // The action may have succeeded anyway, or in another tab.
      void queryClient.invalidateQueries();
      return { kind: 'failed', text: billingErrorText(error, faultText) };
    },
  });

  function changeOpen(next: boolean) {
    clearOutcome();
    setOpen(next);
  }

  return { open, busy: isSending, fault: outcome?.text, changeOpen, run: () => submit() };
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

/** Undoes a cancellation. */
export function ResumeDialog({ action }: Pick<BillingActionDialogProps, 'action'>) {
  return (
    <BillingActionDialog
      action={action}
      title="Retomar a assinatura?"
      confirmLabel="Retomar assinatura"
      busyLabel="Retomando..."
      tone="primary"
    >
      Ela volta a se renovar ao fim do período já pago. Nada é cobrado agora.
    </BillingActionDialog>
  );
}

type ExplanationDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
};

/** Explains why an action is impossible or already done, without a confirm button. */
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
