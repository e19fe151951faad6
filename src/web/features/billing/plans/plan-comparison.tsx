import type { PlanCard } from '#contract/plans.ts';
import { useInstallation } from '#web/app/installation.ts';
import { Table, TableCell, TableHead, TableRow } from '#web/ui/table.tsx';
import { buildOffers, comparisonRows, type Offer, planForPeriod } from './plan-offers.ts';
import { formatPrice, pricePerPeriod } from './plan-text.ts';

const priceOf = (plan: PlanCard) => (plan.price_cents === 0 ? formatPrice(0) : pricePerPeriod(plan));

/** 'R$ 29,90/mês ou R$ 299,90/ano': the two periods of a plan differ only in price. */
function offerPrice({ monthly, annual }: Offer): string {
  const sides = [monthly, annual].filter((side) => side !== undefined);
  const prices = sides.map(priceOf).join(' ou ');
  return sides.some(({ is_coming_soon: isComing }) => isComing) ? `${prices} · em breve` : prices;
}

const firstCell = 'sticky left-0 bg-raised font-medium';

/** The limits of each plan. The two periods of a plan have the same limits and share a column. */
function PlanTable({ offers }: { offers: readonly Offer[] }) {
  return (
    <Table label="Comparação dos planos" className="min-w-136">
      <thead>
        <tr>
          <TableHead className="sticky left-0">Recurso</TableHead>
          {offers.map((offer) => {
            const plan = planForPeriod(offer, 'monthly');
            return (
              <TableHead key={offer.key} className="py-3">
                <span className="block text-base font-semibold text-ink">{plan.name}</span>
                <span className="font-normal">{offerPrice(offer)}</span>
              </TableHead>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {comparisonRows.map(({ label, textOf }) => (
          <TableRow key={label}>
            <th scope="row" className={`h-11 px-4 py-1 text-left ${firstCell}`}>
              {label}
            </th>
            {offers.map((offer) => (
              <TableCell key={offer.key}>{textOf(planForPeriod(offer, 'monthly'))}</TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

/** The same rows for narrow screens, where the table would be cut: one block for each plan. */
function PlanBlocks({ offers }: { offers: readonly Offer[] }) {
  return (
    <ul className="grid gap-4">
      {offers.map((offer) => {
        const plan = planForPeriod(offer, 'monthly');
        return (
          <li key={offer.key} className="min-w-0 rounded-card border border-line bg-raised px-5 py-4">
            <h3 className="font-semibold wrap-anywhere">{plan.name}</h3>
            <p className="text-sm text-ink-soft tabular-nums">{offerPrice(offer)}</p>
            <dl className="mt-2 text-sm">
              {comparisonRows.map(({ label, textOf }) => (
                <div
                  key={label}
                  // With large text the value wraps below its label.
                  className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2.5 last:border-b-0"
                >
                  <dt className="text-ink-soft">{label}</dt>
                  <dd className="ml-auto text-right font-medium">{textOf(plan)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

/** The server does not know the width, so it renders both views and CSS hides one. */
export function PlanComparison() {
  const offers = buildOffers(useInstallation().plans);
  return (
    <>
      <div className="hidden sm:block">
        <PlanTable offers={offers} />
      </div>
      <div className="sm:hidden">
        <PlanBlocks offers={offers} />
      </div>
    </>
  );
}
