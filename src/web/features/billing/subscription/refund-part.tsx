import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { BillingState, Payment } from '#contract/billing.ts';
import { Button } from '../../../ui/button.tsx';
import { BillingActionDialog } from './billing-action-dialog.tsx';
import { askRefund, historyQuery } from './billing-calls.ts';
import { billingFault } from './billing-fault.ts';
import { ExplanationDialog } from './explanation-dialog.tsx';
import { refundChoice } from './refund-choice.ts';
import { useBillingAction } from './use-billing-action.ts';

/**
 * What can go back is confirmed; what cannot is explained, with the rule. The button stands before the payments are
 * known: who wants their money back must not wait for a list, nor lose the way when it does not come.
 */
export function RefundPart({ status }: { status: BillingState['status'] }) {
  const { data: payments, refetch } = useQuery(historyQuery);
  const [waiting, setWaiting] = useState(false);
  const [explaining, setExplaining] = useState(false);
  const { text, paymentIntentId } = refundChoice(payments ?? [], status);
  const action = useBillingAction({
    ask: () => askRefund(paymentIntentId ?? ''),
    faultText: 'Erro ao solicitar reembolso.',
  });

  async function knownPayments(): Promise<readonly Payment[]> {
    if (payments !== undefined) return payments;
    setWaiting(true);
    const { data, error } = await refetch({ cancelRefetch: false });
    setWaiting(false);
    if (data === undefined) toast.error(billingFault(error, 'Não foi possível carregar os pagamentos.'));
    return data ?? [];
  }

  async function begin() {
    const known = await knownPayments();
    if (known.length === 0) return;
    if (refundChoice(known, status).canBeAsked) action.changeOpen(true);
    else setExplaining(true);
  }

  if (payments?.length === 0) return null;
  return (
    <>
      <Button variant="secondary" busy={waiting} onClick={() => void begin()}>
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
