import { Link } from 'react-router';
import type { BillingState } from '#contract/billing.ts';
import type { PlanCard } from '#contract/plans.ts';
import { paths } from '../../../app/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { textLinkClass } from '../../../ui/class-names.ts';
import { fullPlanName, subscriptionStatusText } from '../public/status-text.ts';

type CurrentPlanCardProps = {
  billing: BillingState;
  plan: PlanCard | undefined;
  onLeave: () => void;
  onResume: () => void;
};

/** The current plan, with a button to cancel or resume it. */
export function CurrentPlanCard({ billing, plan, onLeave, onResume }: CurrentPlanCardProps) {
  const isFree = billing.plan === 'free';
  const isEnding = billing.status === 'cancels_at';
  return (
    <section
      aria-labelledby="plano-atual"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-card border border-line bg-raised p-5"
    >
      <div className="min-w-0">
        <h2 id="plano-atual" className="text-sm text-ink-soft">
          Seu plano
        </h2>
        <p className="mt-1 text-lg font-semibold wrap-anywhere">
          {plan === undefined ? billing.plan_name : fullPlanName(plan)}
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          {subscriptionStatusText(billing) ?? plan?.description}{' '}
          <Link to={paths.billing} className={`${textLinkClass} whitespace-nowrap`}>
            Ver uso e pagamentos
          </Link>
        </p>
      </div>
      {isEnding ? (
        <Button variant="secondary" onClick={onResume}>
          Retomar assinatura
        </Button>
      ) : isFree ? null : (
        <Button variant="secondary" onClick={onLeave}>
          Voltar para Free
        </Button>
      )}
    </section>
  );
}
