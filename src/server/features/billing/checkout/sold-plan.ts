import { eq } from 'drizzle-orm';
import { plans } from '../../../adapters/db/schema/plans.ts';
import type { SoldPlan } from '../../../adapters/payments/payments.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';

/** A plan that can be bought now: the free one is had without paying, an announced one not yet. */
export async function soldPlan({ db }: Pick<Deps, 'db'>, planId: string): Promise<SoldPlan> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, planId));
  if (plan === undefined) throw new AppError('not_found');
  if (plan.priceCents === 0 || plan.isComingSoon) throw new AppError('plan_not_for_sale');
  const { id, name, description, priceCents, billingPeriod } = plan;
  return { id, name, description, priceCents, billingPeriod };
}
