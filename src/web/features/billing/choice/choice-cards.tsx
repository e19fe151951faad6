import { Badge } from '../../../ui/badge.tsx';
import { comparisonRows } from '../public/comparison-rows.ts';
import { OfferPrice } from '../public/offer-price.tsx';
import { type Offer, type Period, shownPlan } from '../public/plan-offers.ts';
import { ChoiceButton, type Choosing } from './choice-button.tsx';

type ChoiceCardsProps = { offers: readonly Offer[]; period: Period; choosing: Choosing };

/** Small screens: the same lines, one card for each plan. */
export function ChoiceCards({ offers, period, choosing }: ChoiceCardsProps) {
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {offers.map((offer) => {
        const plan = shownPlan(offer, period);
        return (
          <li key={offer.key} className="flex min-w-0 flex-col rounded-card border border-line bg-raised p-5">
            <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold wrap-anywhere">{plan.name}</h3>
              {plan.is_coming_soon ? <Badge>Em breve</Badge> : null}
              {plan.is_featured ? <Badge tone="thread">Mais Popular</Badge> : null}
            </div>
            <div className="mt-3">
              <OfferPrice offer={offer} plan={plan} />
            </div>
            <dl className="mt-4 mb-5 text-sm">
              {comparisonRows.map(({ label, textOf }) => (
                <div
                  key={label}
                  className="flex items-baseline justify-between gap-4 border-b border-line py-2.5 last:border-b-0"
                >
                  <dt className="text-ink-soft">{label}</dt>
                  <dd className="min-w-0 text-right font-medium text-balance wrap-anywhere">
                    {textOf(plan)}
                  </dd>
                </div>
              ))}
            </dl>
            <div className="mt-auto">
              <ChoiceButton plan={plan} choosing={choosing} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
