import { Check } from 'lucide-react';
import type { PlanCard } from '#contract/plans.ts';
import { Button } from '../../../ui/button.tsx';

export type Choosing = {
  currentPlanId: string;
  /** The plan whose payment page is on its way. */
  leavingFor: string | undefined;
  /** Nothing is sold here: the free plan can still be chosen. */
  isSelling: boolean;
  /** Something was perhaps paid already: nothing here invites to pay again. */
  isQuiet: boolean;
  onChoose: (plan: PlanCard) => void;
  onInterest: (plan: PlanCard) => void;
};

type ChoiceButtonProps = { plan: PlanCard; choosing: Choosing };

export function ChoiceButton({ plan, choosing }: ChoiceButtonProps) {
  const { currentPlanId, leavingFor, isSelling, isQuiet, onChoose, onInterest } = choosing;
  if (plan.id === currentPlanId) {
    return (
      <p className="flex min-h-10 items-center justify-center gap-2 rounded-control bg-thread-soft px-4 text-sm font-medium text-thread">
        <Check aria-hidden="true" className="size-4 shrink-0" />
        Plano Atual
      </p>
    );
  }
  if (plan.is_coming_soon) {
    return (
      <Button variant="secondary" aria-haspopup="dialog" className="w-full" onClick={() => onInterest(plan)}>
        Tenho Interesse
      </Button>
    );
  }
  const isLeaving = leavingFor === plan.id;
  return (
    <Button
      variant={plan.is_featured && !isQuiet ? 'primary' : 'secondary'}
      className="w-full"
      busy={isLeaving}
      disabled={plan.price_cents > 0 && !isSelling}
      onClick={() => onChoose(plan)}
    >
      {isLeaving ? 'Abrindo o pagamento...' : `Escolher ${plan.name}`}
    </Button>
  );
}
