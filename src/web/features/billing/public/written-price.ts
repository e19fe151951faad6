import type { PlanCard } from '#contract/plans.ts';
import { priceMark, savingMark } from '#domain/plans/price-placeholders.ts';
import { priceText } from '../../../format/price.ts';
import { type Offer, savingText } from './plan-offers.ts';

/** What a visitor reads: in a built page it is a mark, for the server to put in the prices of its installation. */
export const writtenPrice = (plan: PlanCard) =>
  import.meta.env.SSR && plan.price_cents > 0 ? priceMark(plan) : priceText(plan.price_cents);

export function writtenSaving(offer: Offer) {
  const { monthly, annual } = offer;
  return import.meta.env.SSR && monthly && annual ? savingMark({ monthly, annual }) : savingText(offer);
}
