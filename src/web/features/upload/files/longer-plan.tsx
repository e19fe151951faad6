import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { planTitle } from '#domain/plans.ts';
import { plansQuery } from '#web/api/plans-query.ts';
import { planComparisonUrl } from '#web/app/paths.ts';
import { formatDuration } from '#web/format/time.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { type LongFile, planForLonger } from './plan-for-longer.ts';

export function LongerPlan(props: LongFile) {
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
