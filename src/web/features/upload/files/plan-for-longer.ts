import type { PlanCard } from '#contract/plans.ts';
import { exceedsMaxMinutes } from './file-limits.ts';

export type LongFile = {
  /** Undefined if only the server could read the file. */
  seconds: number | undefined;
  maxFileMinutes: number;
};

const monthsOf = { Mensal: 1, Anual: 12 } as const;
const monthlyCents = ({ price_cents: cents, billing_period: period }: PlanCard) => cents / monthsOf[period];

/**
 * The available plan with the lowest price for a month that accepts the file. Of the same plan by month and by year, the
 * one with the smaller first payment.
 */
export function planForLonger(
  plans: readonly PlanCard[],
  { seconds, maxFileMinutes }: LongFile,
): PlanCard | undefined {
  const fitting = plans.filter(
    (plan) =>
      !plan.is_coming_soon &&
      plan.max_file_minutes > maxFileMinutes &&
      (seconds === undefined || !exceedsMaxMinutes(plan.max_file_minutes, seconds)),
  );
  const [cheapest] = fitting.toSorted((one, other) => monthlyCents(one) - monthlyCents(other));
  return fitting
    .filter(({ name }) => name === cheapest?.name)
    .toSorted((one, other) => one.price_cents - other.price_cents)[0];
}
