import { useQuery } from '@tanstack/react-query';
import type { BillingState } from '#contract/billing.ts';
import type { PlanCard } from '#contract/plans.ts';
import { fullName } from '../public/status-text.ts';
import { BillingActionDialog } from '../subscription/billing-action-dialog.tsx';
import { previewQuery } from '../subscription/billing-calls.ts';
import { billingFault } from '../subscription/billing-fault.ts';
import type { useBillingAction } from '../subscription/use-billing-action.ts';
import { changeText } from './change-text.ts';

type ChangePlanDialogProps = {
  action: ReturnType<typeof useBillingAction>;
  plan: PlanCard;
  status: BillingState['status'];
};

/** Without a figure there is nothing to confirm: a card is charged what was read here, or not at all. */
export function ChangePlanDialog({ action, plan, status }: ChangePlanDialogProps) {
  const {
    data: preview,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...previewQuery(plan.id),
    // While the change is made, everything is read anew: of the plan that one has by then there is no change to count.
    enabled: action.open && !action.busy,
  });
  const isUnknown = preview === undefined && error !== null && !isFetching;
  const shown = isUnknown
    ? { ...action, fault: billingFault(error, 'Não foi possível calcular o valor da troca.') }
    : action;
  return (
    <BillingActionDialog
      action={isUnknown ? { ...shown, run: async () => void (await refetch()) } : shown}
      title={`Trocar para o ${fullName(plan)}?`}
      confirmLabel={isUnknown ? 'Tentar novamente' : 'Confirmar troca'}
      busyLabel="Trocando..."
      cancelLabel="Manter o plano"
      tone="primary"
      preparing={preview === undefined && !isUnknown}
    >
      {preview === undefined
        ? isUnknown
          ? 'Nada foi cobrado, e o plano continua o mesmo.'
          : 'Calculando o valor...'
        : changeText({ plan, preview, status })}
    </BillingActionDialog>
  );
}
