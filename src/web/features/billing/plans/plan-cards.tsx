import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PlanCard } from '#contract/plans.ts';
import { useInstallation } from '#web/app/installation.ts';
import { paths, planComparisonUrl } from '#web/app/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { buildOffers, cardName, findOffer, savingText } from './plan-offers.ts';
import { FeatureList, PlanPrice } from './plan-parts.tsx';

type PlanCardsProps = {
  /** Called with a plan that is not available yet. */
  onInterest: (plan: PlanCard) => void;
  /** One level below the heading above the cards. */
  headingLevel?: 2 | 3;
};

/** The visitor registers first; the address keeps the chosen plan until then. */
const registerFor = (plan: PlanCard) =>
  `${paths.register}?redirect=${encodeURIComponent(planComparisonUrl(plan.id))}`;

type CardActionProps = Pick<PlanCardsProps, 'onInterest'> & {
  plan: PlanCard;
  name: string;
  isSelling: boolean;
};

function CardAction({ plan, name, onInterest, isSelling }: CardActionProps) {
  const variant = plan.is_featured ? 'primary' : 'secondary';
  if (plan.is_coming_soon) {
    return (
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => onInterest(plan)}>
        Tenho interesse
        <span className="sr-only"> no {name}</span>
      </Button>
    );
  }
  if (plan.price_cents === 0) {
    return (
      <Link to={paths.register} className={buttonClass({ variant })}>
        Começar grátis
      </Link>
    );
  }
  if (!isSelling)
    return (
      <p className="grid min-h-10 place-items-center text-sm text-ink-soft">Indisponível por enquanto</p>
    );
  return (
    <Link to={registerFor(plan)} className={buttonClass({ variant })}>
      Escolher {name}
    </Link>
  );
}

function badgesOf({ is_featured, is_coming_soon }: PlanCard): ReactNode {
  if (is_coming_soon) return <Badge>Em Breve</Badge>;
  return is_featured ? <Badge tone="thread">Mais Popular</Badge> : null;
}

/** The plans for visitors, the cheapest first, on the landing page and the page of plans. */
export function PlanCards({ onInterest, headingLevel = 2 }: PlanCardsProps) {
  const { plans, paymentsOffered } = useInstallation();
  const offers = buildOffers(plans);
  const Heading = `h${headingLevel}` as const;
  return (
    <>
      {paymentsOffered ? null : (
        <p className="mb-6 max-w-reading rounded-card border border-notice-line bg-notice-soft px-4 py-3 text-sm text-notice">
          Por enquanto, só o plano gratuito pode ser usado aqui: os pagamentos ainda não foram ativados.
        </p>
      )}
      <ul className="grid gap-x-4 gap-y-6 sm:grid-cols-2 xl:grid-cols-4">
        {plans.map((plan) => {
          const name = cardName(offers, plan);
          const offer = findOffer(offers, plan.id);
          const saving =
            plan.billing_period === 'Anual' && offer !== undefined ? savingText(offer) : undefined;
          return (
            <li
              key={plan.id}
              className={`relative flex min-w-0 flex-col rounded-card border bg-raised p-5 sm:p-6 ${plan.is_featured ? 'border-thread' : 'border-line'}`}
            >
              <Heading className="text-lg font-semibold wrap-anywhere">{name}</Heading>
              {/* On the card's edge, so that the badge adds no line to only one card. */}
              <div className="absolute -top-3 right-4 flex">{badgesOf(plan)}</div>
              <p className="mt-1 text-sm text-ink-soft sm:min-h-10">{plan.description}</p>
              <div className="mt-5">
                <PlanPrice plan={plan} />
                <p className="mt-1 text-sm not-empty:min-h-5 sm:min-h-5 font-medium text-thread">{saving}</p>
              </div>
              <FeatureList features={plan.features} className="mt-5 mb-6" />
              <div className="mt-auto grid">
                <CardAction plan={plan} name={name} onInterest={onInterest} isSelling={paymentsOffered} />
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
