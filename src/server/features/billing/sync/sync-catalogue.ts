import { and, eq, gt } from 'drizzle-orm';
import { plans } from '../../../adapters/db/schema/plans.ts';
import type { Deps } from '../../../deps.ts';
import { paymentsOf } from './payments-of.ts';

/** Products and prices as the plans' rows say, for all that can be bought. */
export async function syncCatalogue(deps: Pick<Deps, 'db' | 'payments'>) {
  const payments = paymentsOf(deps);
  const sold = await deps.db
    .select()
    .from(plans)
    .where(and(eq(plans.isComingSoon, false), gt(plans.priceCents, 0)));
  const made: { planId: string; priceId: string }[] = [];
  for (const plan of sold) made.push({ planId: plan.id, priceId: await payments.priceOf(plan) });
  return made;
}
