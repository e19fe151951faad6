import { asc } from 'drizzle-orm';
import type { PlanCard } from '#contract/plans.ts';
import { plans } from '../../../adapters/db/schema/plans.ts';
import type { Deps } from '../../../deps.ts';

/** The cheapest first. */
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
    has_watermark: plan.hasWatermark,
    has_text_exports: plan.hasTextExports,
    has_summaries: plan.hasSummaries,
  }));
}
