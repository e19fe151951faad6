import { asc, eq } from 'drizzle-orm';
import type { PlanCard } from '#contract/plans.ts';
import { plans } from '#server/adapters/db/schema/plans.ts';
import type { SoldPlan } from '#server/adapters/payments/payments.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { requirePayments } from '../billing-deps.ts';

/** The plan with the lowest price of one period comes first. */
export async function listPlans({ db }: Pick<Deps, 'db'>): Promise<PlanCard[]> {
  const rows = await db.select().from(plans).orderBy(asc(plans.priceCents), asc(plans.id));
  return rows.map((plan) => ({
    id: plan.id,
    name: plan.name,
    description: plan.description,
    price_cents: plan.priceCents,
    billing_period: plan.billingPeriod,
    features: plan.features,
    is_featured: plan.isFeatured,
    is_coming_soon: plan.isComingSoon,
    hours_per_month: plan.hoursPerMonth,
    max_file_minutes: plan.maxFileMinutes,
    max_stored_megabytes: plan.maxStoredMegabytes,
    has_watermark: plan.hasWatermark,
    has_text_exports: plan.hasTextExports,
    has_summaries: plan.hasSummaries,
  }));
}

/** The free plan and announced plans are not for sale. */
const isForSale = ({ priceCents, isComingSoon }: { priceCents: number; isComingSoon: boolean }) =>
  priceCents > 0 && !isComingSoon;

/** Throws if the plan is not for sale. */
export async function requirePurchasablePlan({ db }: Pick<Deps, 'db'>, planId: string): Promise<SoldPlan> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, planId));
  if (plan === undefined) throw new AppError('not_found');
  if (!isForSale(plan)) throw new AppError('plan_not_for_sale');
  const { id, name, description, priceCents, billingPeriod } = plan;
  return { id, name, description, priceCents, billingPeriod };
}

/** Creates the missing Stripe products and prices of all plans that users can buy, and returns all price ids. */
export async function syncCatalogue(deps: Pick<Deps, 'db' | 'payments'>) {
  const payments = requirePayments(deps);
  const purchasable = (await deps.db.select().from(plans)).filter(isForSale);
  const prices: { planId: string; priceId: string }[] = [];
  for (const plan of purchasable) prices.push({ planId: plan.id, priceId: await payments.priceOf(plan) });
  return prices;
}
