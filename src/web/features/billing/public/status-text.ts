import type { BillingState } from '#contract/billing.ts';
import type { PlanCard } from '#contract/plans.ts';
import { formatDate } from '#domain/format/dates.ts';
import { planTitle } from '#domain/plans.ts';

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
