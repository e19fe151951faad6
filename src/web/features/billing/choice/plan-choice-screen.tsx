import { useQuery } from '@tanstack/react-query';
import type { PlanCard } from '#contract/plans.ts';
import { plansQuery } from '#web/api/plans-query.ts';
import { LoadError } from '#web/app/load-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { billingQuery } from '../subscription/api.ts';
import { PlanChoice } from './plan-choice.tsx';

const columns = ['lines', 'free', 'basic', 'premium'];
const lines = ['w-3/5', 'w-4/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-3/5', 'w-1/2'];

/** A comparison of four columns, or its first card on small screens. */
export function PlanChoiceSkeleton() {
  return (
    <div aria-busy="true">
      <div className="grid gap-3 rounded-card border border-line bg-raised p-5">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <div className="mt-8 mb-4 flex items-center justify-between gap-6">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-11 w-40" />
      </div>
      <div className="grid gap-6 rounded-card border border-line bg-raised p-5 lg:grid-cols-4">
        {columns.map((column) => (
          <div key={column} className="grid gap-6 not-first:max-lg:hidden">
            {lines.map((width, line) => (
              <Skeleton key={`${column} ${width} ${String(line)}`} className={`h-5 ${width}`} />
            ))}
            <Skeleton className="h-10 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}

export function PlanChoiceScreen({ onInterest }: { onInterest: (plan: PlanCard) => void }) {
  const plans = useQuery(plansQuery);
  const billing = useQuery(billingQuery);
  if (plans.data !== undefined && billing.data !== undefined)
    return <PlanChoice plans={plans.data} billing={billing.data} onInterest={onInterest} />;
  if (!plans.isError && !billing.isError) return <PlanChoiceSkeleton />;
  return <LoadError title="Não foi possível carregar os planos" queries={[plans, billing]} />;
}
