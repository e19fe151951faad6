import type { BillingState } from '#contract/billing.ts';
import type { PlanCard } from '#contract/plans.ts';
import { formatDate } from '#domain/format/dates.ts';
import { formatCurrency } from '#domain/format/money.ts';
import { planTitle } from '#domain/plans.ts';
import { useInstallation } from '#web/app/installation.ts';
import { chosenPlanId } from '#web/app/paths.ts';

/** Describes the subscription's next step in a sentence; undefined without a paid subscription. */
export function subscriptionStatusText(billing: BillingState): string | undefined {
  const { status, current_period_end: end, grace_until: grace } = billing;
  if (status === 'active' && end !== null) return `Renova em ${formatDate(end)}.`;
  if (status === 'cancels_at' && end !== null)
    return `Assinatura cancelada. O plano vale até ${formatDate(end)}, e nada mais será cobrado.`;
  if (status === 'past_due' && grace !== null)
    return `O último pagamento não foi aprovado. O plano vale até ${formatDate(grace)}.`;
  return undefined;
}

/** "Básico anual", for places that name several plans. */
export const fullPlanName = ({ name, billing_period: billingPeriod, price_cents: priceCents }: PlanCard) =>
  planTitle({ name, billingPeriod, priceCents });

/** The free plan and announced plans are not for sale. */
export const isForSale = ({ price_cents, is_coming_soon }: PlanCard) => price_cents > 0 && !is_coming_soon;

/** "Básico anual, R$ 299,90 por ano": the plan that the visitor chose before signing up, if it is for sale. */
export function useChosenPlanText(returnAddress: string): string | undefined {
  const { plans, paymentsOffered } = useInstallation();
  const wanted = chosenPlanId(returnAddress);
  const plan = plans.find(({ id }) => id === wanted);
  if (plan === undefined || !paymentsOffered || !isForSale(plan)) return undefined;
  const period = plan.billing_period === 'Anual' ? 'ano' : 'mês';
  return `${fullPlanName(plan)}, ${formatCurrency(plan.price_cents)} por ${period}`;
}

/** Credit left by a plan change, shown with the subscription. */
export const creditText = (cents: number) =>
  `Crédito: ${formatCurrency(cents)}, usados nas próximas cobranças antes do cartão.`;

/** The same credit, shown before the subscription ends: the account keeps it. */
export const creditKeptText = (cents: number) =>
  `Seu crédito de ${formatCurrency(cents)} não se perde: fica guardado e paga a sua próxima assinatura.`;

/** Explains a cancellation before the user confirms it. A smaller plan deletes nothing. */
export function cancellationText(
  { status, plan_name: name, current_period_end: end }: BillingState,
  creditCents = 0,
): string {
  const until =
    status === 'past_due' || end === null
      ? `O plano ${name} termina agora, e nada mais será cobrado.`
      : `O plano ${name} vale até ${formatDate(end)}, que já está pago. Depois disso, nada mais será cobrado.`;
  const credit = creditCents === 0 ? '' : ` ${creditKeptText(creditCents)}`;
  return `${until}${credit} Suas transcrições e seus resumos continuam com você.`;
}

/** 'Grátis' if there is nothing to pay. */
export const formatPrice = (cents: number) => (cents === 0 ? 'Grátis' : formatCurrency(cents));

export const periodSuffix = ({ billing_period: period }: PlanCard) => (period === 'Anual' ? '/ano' : '/mês');

/** "R$ 29,90/mês" */
export const pricePerPeriod = (plan: PlanCard) => `${formatCurrency(plan.price_cents)}${periodSuffix(plan)}`;
