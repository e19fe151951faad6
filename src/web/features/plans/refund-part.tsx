import { useState } from 'react';
import type { BillingState, Payment } from '#contract/billing.ts';
import { Button } from '../../ui/button.tsx';
import { BillingActionDialog } from './billing-action-dialog.tsx';
import { askRefund } from './billing-calls.ts';
import { ExplanationDialog } from './explanation-dialog.tsx';
import { refundChoice } from './refund-choice.ts';
import { useBillingAction } from './use-billing-action.ts';

type RefundPartProps = { payments: readonly Payment[]; status: BillingState['status'] };

/** What can go back is confirmed; what cannot is explained, with the rule. */
export function RefundPart({ payments, status }: RefundPartProps) {
  const { canBeAsked, text, paymentIntentId } = refundChoice(payments, status);
  const [explaining, setExplaining] = useState(false);
  const action = useBillingAction({
    ask: () => askRefund(paymentIntentId ?? ''),
    faultText: 'Erro ao solicitar reembolso.',
  });
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => (canBeAsked ? action.changeOpen(true) : setExplaining(true))}
      >
        Solicitar Reembolso
      </Button>
      <BillingActionDialog
        action={action}
        title="Solicitar reembolso?"
        confirmLabel="Confirmar reembolso"
        busyLabel="Solicitando..."
        cancelLabel="Manter o plano"
      >
        {text}
      </BillingActionDialog>
      <ExplanationDialog open={explaining} onOpenChange={setExplaining} title="Reembolso" text={text} />
    </>
  );
}
