import type { BillingState, ChangePreview } from '#contract/billing.ts';
import type { PlanCard } from '#contract/plans.ts';
import { dateText } from '../../../format/date.ts';
import { moneyText, periodSuffix } from '../../../format/price.ts';

type Change = { plan: PlanCard; preview: ChangePreview; status: BillingState['status'] };

function costText({ plan, preview: { due_cents: due, credit_cents: credit } }: Change) {
  const price = `${moneyText(plan.price_cents)}${periodSuffix(plan.billing_period)}`;
  if (due > 0)
    return `O cartão da assinatura paga ${moneyText(due)} agora: ${price}, menos o que já está pago e não foi usado.`;
  if (credit === 0) return `Nada é cobrado agora: o que já está pago e não foi usado cobre ${price}.`;
  return `O plano muda agora, e nada é cobrado. Você fica com ${moneyText(credit)} de crédito, que paga as próximas cobranças.`;
}

/** What a change of plan costs now and when it costs again, said before it is made. */
export function changeText(change: Change): string {
  const { plan, preview, status } = change;
  const price = `${moneyText(plan.price_cents)}${periodSuffix(plan.billing_period)}`;
  const renews = preview.renews_at === null ? '' : ` em ${dateText(preview.renews_at)},`;
  const renewal =
    status === 'cancels_at'
      ? `Com a troca, o cancelamento é desfeito: a assinatura volta a se renovar${renews} por ${price}.`
      : `A assinatura se renova${renews} por ${price}.`;
  return `${costText(change)} ${renewal}`;
}
