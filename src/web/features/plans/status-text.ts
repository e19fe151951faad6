import type { BillingState } from '#contract/billing.ts';
import type { PlanCard } from '#contract/plans.ts';
import { dateText } from '../../date-text.ts';
import { moneyText, periodSuffix } from '../../price-text.ts';

/** What the subscription will do next, in a sentence; nothing where nothing is paid for. */
export function statusText(billing: BillingState): string | undefined {
  const { status, current_period_end: end, grace_until: grace } = billing;
  if (status === 'active' && end !== null) return `Renova em ${dateText(end)}.`;
  if (status === 'cancels_at' && end !== null)
    return `Assinatura cancelada. O plano vale até ${dateText(end)}, e nada mais será cobrado.`;
  if (status === 'past_due' && grace !== null)
    return `O último pagamento não foi aprovado. O plano vale até ${dateText(grace)}.`;
  return undefined;
}

/** What a change of plan costs, said before it is made. */
export function changeText(plan: PlanCard, current: PlanCard | undefined): string {
  const price = `${moneyText(plan.price_cents)}${periodSuffix(plan.billing_period)}`;
  const costsMore = current === undefined || plan.price_cents > current.price_cents;
  return costsMore
    ? `O cartão da assinatura é cobrado agora: ${price}, menos o que sobra do período já pago.`
    : `O plano muda agora, para ${price}. O que sobra do período já pago vira crédito nas próximas cobranças.`;
}

/** "Básico anual": two plans share a name, and only their period tells them apart. */
export function fullName({ name, billing_period, price_cents }: PlanCard): string {
  return price_cents === 0 ? name : `${name} ${billing_period.toLowerCase()}`;
}
