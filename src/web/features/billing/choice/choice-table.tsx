import { Badge } from '../../../ui/badge.tsx';
import { Table, TableCell, TableRow } from '../../../ui/table.tsx';
import { comparisonRows } from '../public/comparison-rows.ts';
import { OfferPrice } from '../public/offer-price.tsx';
import { type Offer, type Period, shownPlan } from '../public/plan-offers.ts';
import { ChoiceButton, type Choosing } from './choice-button.tsx';

type ChoiceTableProps = { offers: readonly Offer[]; period: Period; choosing: Choosing };

const cell = 'px-5 align-top';

/** Large screens: the plans side by side, line by line. */
export function ChoiceTable({ offers, period, choosing }: ChoiceTableProps) {
  const shown = offers.map((offer) => ({ offer, plan: shownPlan(offer, period) }));
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
