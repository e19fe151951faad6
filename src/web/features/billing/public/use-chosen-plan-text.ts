import { formatCurrency } from '#domain/format/money.ts';
import { useInstallation } from '../../../app/installation.ts';
import { chosenPlanId } from '../../../app/paths.ts';
import { fullPlanName } from './status-text.ts';

/** "Básico anual, R$ 299,90 por ano": the plan that the visitor chose before signing up, if it is for sale. */
export function useChosenPlanText(target: string): string | undefined {
  const { plans, paymentsOffered } = useInstallation();
  const wanted = chosenPlanId(target);
  const plan = plans.find(({ id }) => id === wanted);
  if (plan === undefined || !paymentsOffered || plan.is_coming_soon || plan.price_cents === 0)
    return undefined;
  const period = plan.billing_period === 'Anual' ? 'ano' : 'mês';
  return `${fullPlanName(plan)}, ${formatCurrency(plan.price_cents)} por ${period}`;
}
