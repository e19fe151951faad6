import type { PlanCard } from '#contract/plans.ts';
import { moneyText } from '../../../format/price.ts';
import { type Offer, perMonthCents, savingText } from './plan-offers.ts';
import { PlanPrice } from './plan-price.tsx';

/** The price of the side that is shown; paid by the year, also what that is in a month and what it saves. */
export function OfferPrice({ offer, plan }: { offer: Offer; plan: PlanCard }) {
  const isAnnual = plan.billing_period === 'Anual' && plan.price_cents > 0;
  return (
    <div className="tabular-nums">
      <PlanPrice plan={plan} />
      {isAnnual ? (
        <p className="mt-1 text-sm font-normal text-ink-soft">
          cerca de {moneyText(perMonthCents(plan))}/mês
          <span className="block font-medium text-thread">{savingText(offer)}</span>
        </p>
      ) : null}
    </div>
  );
}
