import { useQuery } from '@tanstack/react-query';
import type { PlanCard } from '#contract/plans.ts';
import { describeError } from '../../../api/error-recovery.ts';
import { plansQuery } from '../../../api/plans-query.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { billingQuery } from '../subscription/billing-calls.ts';
import { PlanChoice } from './plan-choice.tsx';
import { PlanChoiceSkeleton } from './plan-choice-skeleton.tsx';

export function PlanChoiceScreen({ onInterest }: { onInterest: (plan: PlanCard) => void }) {
  const plans = useQuery(plansQuery);
  const billing = useQuery(billingQuery);
  const error = plans.error ?? billing.error;
  if (plans.data !== undefined && billing.data !== undefined)
    return <PlanChoice plans={plans.data} billing={billing.data} onInterest={onInterest} />;
  if (error === null) return <PlanChoiceSkeleton />;
  return (
    <ErrorState
      title="Não foi possível carregar os planos"
      onRetry={() => {
        void plans.refetch();
        void billing.refetch();
      }}
      retrying={plans.isFetching || billing.isFetching}
      requestId={describeError(error).requestId}
    >
      {describeError(error).text}
    </ErrorState>
  );
}
