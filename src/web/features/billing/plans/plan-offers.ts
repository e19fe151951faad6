import type { PlanCard } from '#contract/plans.ts';
import { formatFileSize } from '#domain/format/file-size.ts';
import { fullPlanName } from './plan-text.ts';

/** One card: a plan, or the two periods of one plan, selected by a switch. */
export type Offer = Readonly<{ key: string; monthly?: PlanCard; annual?: PlanCard }>;
export type Period = 'monthly' | 'annual';

const basicKey = 'basic';
const monthlyPriceOf = ({ monthly, annual }: Offer) =>
  monthly?.price_cents ?? (annual === undefined ? 0 : annual.price_cents / 12);

/** 'basic-monthly' and 'basic-annual' are one plan. */
const keyOf = ({ id }: PlanCard) => id.replace(/-(monthly|annual)$/, '');

/** By price, the cheapest first, but the basic plan always comes second. */
export function buildOffers(plans: readonly PlanCard[]): Offer[] {
  const offers = new Map<string, Offer>();
  for (const plan of plans) {
    const key = keyOf(plan);
    const side = plan.billing_period === 'Anual' ? { annual: plan } : { monthly: plan };
    offers.set(key, { key, ...offers.get(key), ...side });
  }
  const byPrice = [...offers.values()].sort((one, other) => monthlyPriceOf(one) - monthlyPriceOf(other));
  const basic = byPrice.find(({ key }) => key === basicKey);
  if (basic === undefined) return byPrice;
  const others = byPrice.filter((offer) => offer !== basic);
  return [...others.slice(0, 1), basic, ...others.slice(1)];
}

/**
 * The plan that a card shows for a period; a plan with one period has only that. Visitors see two cards, one of
 * them with the badge. A shared card shows the badge for both periods.
 */
export function planForPeriod({ monthly, annual }: Offer, period: Period): PlanCard {
  const plan = period === 'annual' ? (annual ?? monthly) : (monthly ?? annual);
  if (plan === undefined) throw new Error('an offer has no plan');
  return { ...plan, is_featured: Boolean(monthly?.is_featured || annual?.is_featured) };
}

export const hasBothPeriods = ({ monthly, annual }: Offer) => monthly !== undefined && annual !== undefined;

/** 'Básico anual' if both periods have a card of their own. A plan with one period keeps its plain name. */
export function cardName(offers: readonly Offer[], plan: PlanCard): string {
  const offer = findOffer(offers, plan.id);
  return offer !== undefined && hasBothPeriods(offer) ? fullPlanName(plan) : plan.name;
}

/** The saving of annual over monthly billing, if there is one. */
export function savingPercent({ monthly, annual }: Offer): number | undefined {
  if (!monthly || !annual || monthly.price_cents === 0) return undefined;
  const percent = Math.round((1 - annual.price_cents / (12 * monthly.price_cents)) * 100);
  return percent > 0 ? percent : undefined;
}

/** 'Economize ~16%!' at the seeded prices. */
export function savingText(offer: Offer): string | undefined {
  const percent = savingPercent(offer);
  return percent === undefined ? undefined : `Economize ~${percent}%!`;
}

/** The monthly equivalent of an annual price, in cents. */
export const perMonthCents = ({ price_cents }: PlanCard) => Math.round(price_cents / 12);

export const findOffer = (offers: readonly Offer[], planId: string | null | undefined) =>
  offers.find(({ monthly, annual }) => monthly?.id === planId || annual?.id === planId);

type Row = { label: string; textOf: (plan: PlanCard) => string };

const hours = (count: number) => (count === 1 ? '1 hora' : `${count} horas`);

function fileLimit({ max_file_minutes: minutes }: PlanCard) {
  return minutes < 60 || minutes % 60 !== 0 ? `${minutes} minutos` : hours(minutes / 60);
}

/** Computed from the plan's limits, because the owner of the installation may reword the feature list. */
export const comparisonRows: readonly Row[] = [
  { label: 'Horas por mês', textOf: ({ hours_per_month: count }) => hours(count) },
  { label: 'Limite por arquivo', textOf: fileLimit },
  {
    label: 'Espaço para arquivos',
    textOf: ({ max_stored_megabytes: megabytes }) => formatFileSize(megabytes * 1_000_000),
  },
  { label: 'Resumos com IA', textOf: ({ has_summaries: has }) => (has ? 'Sim' : 'Não') },
  {
    label: 'Formatos de download',
    textOf: ({ has_text_exports: has }) => (has ? 'SRT, VTT, TXT, PDF, Word e JSON' : 'SRT e VTT'),
  },
  {
    label: 'Marca d’água',
    textOf: ({ has_watermark: has }) => (has ? 'Com marca d’água' : 'Sem marca d’água'),
  },
];
