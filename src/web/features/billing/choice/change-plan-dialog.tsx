import { useQuery } from '@tanstack/react-query';
import type { BillingState, ChangePreview } from '#contract/billing.ts';
import type { PlanCard } from '#contract/plans.ts';
import { formatDate } from '#domain/format/dates.ts';
import { formatCurrency } from '#domain/format/money.ts';
import { fullPlanName, pricePerPeriod } from '../plans/plan-text.ts';
import { billingErrorText, previewQuery } from '../subscription/api.ts';
import { BillingActionDialog, type useBillingAction } from '../subscription/billing-dialogs.tsx';

type Change = { plan: PlanCard; preview: ChangePreview; status: BillingState['status'] };

function costText({ plan, preview: { due_cents: due, credit_cents: credit } }: Change) {
  const price = pricePerPeriod(plan);
  if (due > 0)
    return `O cartão da assinatura paga ${formatCurrency(due)} agora: ${price}, menos o que já está pago e não foi usado.`;
  if (credit === 0) return `Nada é cobrado agora: o que já está pago e não foi usado cobre ${price}.`;
  return `O plano muda agora, e nada é cobrado. Você fica com ${formatCurrency(credit)} de crédito, que paga as próximas cobranças.`;
}

/** The cost of a plan change, now and at renewal, for the confirmation. */
export function changeText(change: Change): string {
  const { plan, preview, status } = change;
  const price = pricePerPeriod(plan);
  const renews = preview.renews_at === null ? '' : ` em ${formatDate(preview.renews_at)},`;
  const renewal =
    status === 'cancels_at'
      ? `Com a troca, o cancelamento é desfeito: a assinatura volta a se renovar${renews} por ${price}.`
      : `A assinatura se renova${renews} por ${price}.`;
  return `${costText(change)} ${renewal}`;
}

type ChangePlanDialogProps = {
  action: ReturnType<typeof useBillingAction>;
  plan: PlanCard;
  status: BillingState['status'];
};

/** Wait for the amount, because Stripe must charge exactly the amount that the user confirms here. */
export function ChangePlanDialog({ action, plan, status }: ChangePlanDialogProps) {
  const {
    data: preview,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...previewQuery(plan.id),
    // During the change all queries are refetched, and a preview for the plan that is by then current would fail.
    enabled: action.open && !action.busy,
  });
  const isUnknown = preview === undefined && error !== null && !isFetching;
  const shown = isUnknown
    ? { ...action, fault: billingErrorText(error, 'Não foi possível calcular o valor da troca.') }
    : action;
  return (
    <BillingActionDialog
      action={isUnknown ? { ...shown, run: async () => void (await refetch()) } : shown}
      title={`Trocar para o ${fullPlanName(plan)}?`}
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
