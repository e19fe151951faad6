import { Check } from 'lucide-react';
import type { PlanCard } from '#contract/plans.ts';
import { formatCurrency } from '#domain/format/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Table, TableCell, TableRow } from '#web/ui/table.tsx';
import {
  comparisonRows,
  type Offer,
  type Period,
  perMonthCents,
  planForPeriod,
  savingText,
} from '../plans/plan-offers.ts';
import { PlanPrice } from '../plans/plan-parts.tsx';

/** The price for the chosen period. The annual one also shows the monthly equivalent and the saving. */
export function OfferPrice({ offer, plan }: { offer: Offer; plan: PlanCard }) {
  const isAnnual = plan.billing_period === 'Anual' && plan.price_cents > 0;
  return (
    <div className="tabular-nums">
      <PlanPrice plan={plan} />
      {isAnnual ? (
        <p className="mt-1 text-sm font-normal text-ink-soft">
          cerca de {formatCurrency(perMonthCents(plan))}/mês
          <span className="block font-medium text-thread">{savingText(offer)}</span>
        </p>
      ) : null}
    </div>
  );
}

export type Choosing = {
  currentPlanId: string;
  /** The plan whose payment page is loading. */
  leavingFor: string | undefined;
  /** False if this installation takes no payments; the free plan can still be chosen. */
  isSelling: boolean;
  /** The user may have paid already, so the page offers no other payment. */
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

type ChoiceCardsProps = { offers: readonly Offer[]; period: Period; choosing: Choosing };

/** For small screens: one card for each plan, with the rows of the table. */
export function ChoiceCards({ offers, period, choosing }: ChoiceCardsProps) {
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {offers.map((offer) => {
        const plan = planForPeriod(offer, period);
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

type ChoiceTableProps = { offers: readonly Offer[]; period: Period; choosing: Choosing };

const cell = 'px-5 align-top';

/** For large screens: the plans side by side. */
export function ChoiceTable({ offers, period, choosing }: ChoiceTableProps) {
  const shown = offers.map((offer) => ({ offer, plan: planForPeriod(offer, period) }));
  return (
    <Table label="Comparação dos planos" className="table-fixed">
      <thead>
        <tr className="border-b border-line">
          <td className="w-1/5" />
          {shown.map(({ offer, plan }) => (
            <th key={offer.key} scope="col" className={`${cell} pt-5 pb-4 font-normal`}>
              <span className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
                <span className="text-base font-semibold wrap-anywhere">{plan.name}</span>
                {plan.is_coming_soon ? <Badge>Em breve</Badge> : null}
                {plan.is_featured ? <Badge tone="thread">Mais Popular</Badge> : null}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="border-b border-line">
          <th scope="row" className="px-4 py-4 align-baseline font-medium">
            Preço
          </th>
          {shown.map(({ offer, plan }) => (
            <td key={offer.key} className="px-5 py-4 align-baseline">
              <OfferPrice offer={offer} plan={plan} />
            </td>
          ))}
        </tr>
        {comparisonRows.map(({ label, textOf }) => (
          <TableRow key={label}>
            <th scope="row" className="h-11 px-4 py-1 font-medium">
              {label}
            </th>
            {shown.map(({ offer, plan }) => (
              <TableCell key={offer.key} className="px-5">
                {textOf(plan)}
              </TableCell>
            ))}
          </TableRow>
        ))}
        <tr>
          <th scope="row" className="sr-only">
            Escolha
          </th>
          {shown.map(({ offer, plan }) => (
            <td key={offer.key} className={`${cell} py-5`}>
              <ChoiceButton plan={plan} choosing={choosing} />
            </td>
          ))}
        </tr>
      </tbody>
    </Table>
  );
}
