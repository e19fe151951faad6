import { useId } from 'react';
import { Link } from 'react-router';
import type { BillingState } from '#contract/billing.ts';
import type { PlanCard } from '#contract/plans.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import type { Period } from '../plans/plan-offers.ts';
import { fullPlanName } from '../plans/plan-text.ts';
import { subscriptionStatusText } from '../subscription/subscription-text.ts';

type CurrentPlanCardProps = {
  billing: BillingState;
  plan: PlanCard | undefined;
  onCancel: () => void;
  onResume: () => void;
};

/** The current plan, with a button to cancel or resume it. */
export function CurrentPlanCard({ billing, plan, onCancel, onResume }: CurrentPlanCardProps) {
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
        <Button variant="secondary" onClick={onCancel}>
          Voltar para Free
        </Button>
      )}
    </section>
  );
}

type PeriodSwitchProps = {
  period: Period;
  onChange: (period: Period) => void;
  /** The saving of annual billing, if there is one. */
  saving: string | undefined;
};

const periods = [
  { value: 'monthly', label: 'Mensal' },
  { value: 'annual', label: 'Anual' },
] as const;

/** Chooses the billing period that the card of the basic plan shows. */
export function PeriodSwitch({ period, onChange, saving }: PeriodSwitchProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <legend className="sr-only">Período de cobrança do plano Básico</legend>
      <div className="inline-flex rounded-control border border-line-strong/70 bg-sunken p-0.5">
        {periods.map(({ value, label }) => (
          <label
            key={value}
            className="relative flex min-h-10 cursor-pointer items-center rounded-control px-4 text-sm font-medium text-ink-soft transition-colors has-checked:bg-raised has-checked:text-ink has-checked:ring-1 has-checked:ring-line-strong/70 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-thread"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={period === value}
              onChange={() => onChange(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
      {saving === undefined ? null : <p className="text-sm text-ink-soft">{saving}</p>}
    </fieldset>
  );
}
