import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PlanCard } from '#contract/plans.ts';
import { planTitle } from '#domain/plans.ts';
import { plansQuery } from '../../api/plans-query.ts';
import { planComparisonUrl } from '../../app/paths.ts';
import { formatDuration } from '../../format/time.ts';
import { buttonClass } from '../../ui/button.tsx';
import { exceedsMaxMinutes } from './file-limits.ts';

type LongerPlanProps = {
  /** Undefined if only the server could read the file. */
  seconds: number | undefined;
  maxFileMinutes: number;
};

/** The first available plan that accepts the file. The server lists plans by the price of one period. */
function planForLonger(
  plans: readonly PlanCard[],
  { seconds, maxFileMinutes }: LongerPlanProps,
): PlanCard | undefined {
  return plans.find(
    (plan) =>
      !plan.is_coming_soon &&
      plan.max_file_minutes > maxFileMinutes &&
      (seconds === undefined || !exceedsMaxMinutes(plan.max_file_minutes, seconds)),
  );
}

export function LongerPlan(props: LongerPlanProps) {
  const { data: plans } = useQuery(plansQuery);
  if (plans === undefined) return null;
  const plan = planForLonger(plans, props);
  if (plan === undefined)
    return (
      <p className="w-full text-ink-soft">Nenhum plano aceita um arquivo tão longo. Divida-o em partes.</p>
    );
  const { name, price_cents: priceCents, billing_period: billingPeriod, max_file_minutes: minutes } = plan;
  return (
    <>
      <p className="w-full text-ink-soft">
        O plano {planTitle({ name, priceCents, billingPeriod })} aceita arquivos de até{' '}
        {formatDuration(minutes * 60)}.
      </p>
      <Link to={planComparisonUrl(plan.id)} className={buttonClass({ variant: 'secondary' })}>
        Ver planos
      </Link>
    </>
  );
}
