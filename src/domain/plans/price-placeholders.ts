type Priced = { id: string; price_cents: number };
type Sides = { monthly: Priced; annual: Priced };
type Prices = Readonly<Record<string, number>>;

/**
 * Where a price stands in a built page: which plan's, and what the page says where the installation has no such plan.
 * No plan's name has a colon in it.
 */
export const priceMark = ({ id, price_cents: cents }: Priced) => `price:${id}:${cents}:mark.invalid`;
export const savingMark = ({ monthly, annual }: Sides) =>
  `saving:${monthly.id}:${monthly.price_cents}:${annual.id}:${annual.price_cents}:mark.invalid`;

const anyPrice = /price:([^:<]+):(\d+):mark\.invalid/g;
const anySaving = /saving:([^:<]+):(\d+):([^:<]+):(\d+):mark\.invalid/g;

/** 1 minus the annual price divided by twelve times the monthly one, in whole percent; nothing where nothing is saved. */
export function savingPercentOf(monthlyCents: number, annualCents: number): number | undefined {
  if (monthlyCents === 0) return undefined;
  const percent = Math.round((1 - annualCents / (12 * monthlyCents)) * 100);
  return percent > 0 ? percent : undefined;
}

/** 'Economize ~16%!' at the prices that are seeded. */
export const savingWords = (percent: number | undefined) =>
  percent === undefined ? undefined : `Economize ~${percent}%!`;

type Filling = { prices: Prices; moneyText: (cents: number) => string };

export function fillPrices(html: string, { prices, moneyText }: Filling): string {
  const centsOf = (id: string, atBuild: string) => prices[id] ?? Number(atBuild);
  return html
    .replaceAll(anyPrice, (_, id: string, atBuild: string) => moneyText(centsOf(id, atBuild)))
    .replaceAll(
      anySaving,
      (_, monthly: string, monthlyAtBuild: string, annual: string, annualAtBuild: string) =>
        savingWords(savingPercentOf(centsOf(monthly, monthlyAtBuild), centsOf(annual, annualAtBuild))) ?? '',
    );
}
