import { periodSuffix, priceText } from '../../price-text.ts';
import { Table, TableCell, TableHead, TableRow } from '../../ui/table.tsx';
import { comparisonRows } from './comparison-rows.ts';
import { offersOf, shownPlan } from './plan-offers.ts';
import { usePublicPlans } from './public-plans.ts';

const firstCell = 'sticky left-0 bg-raised font-medium';

/** What each plan allows, line by line; the two periods of a plan allow the same and share a column. */
export function PlanTable() {
  const offers = offersOf(usePublicPlans().plans);
  return (
    <Table label="Comparação dos planos" className="min-w-136">
      <thead>
        <tr>
          <TableHead className="sticky left-0">Recurso</TableHead>
          {offers.map((offer) => {
            const plan = shownPlan(offer, 'monthly');
            return (
              <TableHead key={offer.key} className="py-3">
                <span className="block text-base font-semibold text-ink">{plan.name}</span>
                <span className="font-normal">
                  {plan.is_coming_soon
                    ? 'Em breve'
                    : `${priceText(plan.price_cents)}${plan.price_cents === 0 ? '' : periodSuffix(plan.billing_period)}`}
                </span>
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
              <TableCell key={offer.key}>{textOf(shownPlan(offer, 'monthly'))}</TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
