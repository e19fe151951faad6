import type { PlanCard } from '#contract/plans.ts';
import { formatCurrency } from '#domain/format/money.ts';
import { planTitle } from '#domain/plans.ts';
import { useInstallation } from '#web/app/installation.ts';
import { chosenPlanId } from '#web/app/paths.ts';

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

/** 'Grátis' if there is nothing to pay. */
export const formatPrice = (cents: number) => (cents === 0 ? 'Grátis' : formatCurrency(cents));

export const periodSuffix = ({ billing_period: period }: PlanCard) => (period === 'Anual' ? '/ano' : '/mês');

/** "R$ 29,90/mês" */
export const pricePerPeriod = (plan: PlanCard) => `${formatCurrency(plan.price_cents)}${periodSuffix(plan)}`;
