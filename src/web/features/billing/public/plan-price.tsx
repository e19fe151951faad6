import type { PlanCard } from '#contract/plans.ts';
import { formatPrice, periodSuffix } from '../../../format/price.ts';

export function PlanPrice({ plan }: { plan: PlanCard }) {
  const { price_cents: cents, billing_period: period } = plan;
  return (
    <p className="flex flex-wrap items-baseline gap-x-1 tabular-nums">
      <span className="text-xl font-semibold">{formatPrice(cents)}</span>
      {cents === 0 ? null : <span className="text-ink-soft">{periodSuffix(period)}</span>}
    </p>
  );
}
