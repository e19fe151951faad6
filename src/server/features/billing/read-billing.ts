import { eq } from 'drizzle-orm';
import type { BillingState } from '#contract/billing.ts';
import type { Actor } from '../../actor.ts';
import { billingCustomers } from '../../adapters/db/schema/billing.ts';
import type { Deps } from '../../deps.ts';
import { entitlementsOf } from '../usage/entitlements.ts';

/** As the last sync left it: a page that is opened waits for no vendor. */
export async function readBilling(
  deps: Pick<Deps, 'db' | 'payments'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<BillingState> {
  const { plan, planTitle } = await entitlementsOf(deps.db, userId);
  const [row] = await deps.db.select().from(billingCustomers).where(eq(billingCustomers.userId, userId));
  return {
    is_available: deps.payments !== undefined,
    plan,
    plan_name: planTitle,
    subscribed_plan: row?.plan ?? null,
    status: row?.status ?? 'none',
    current_period_end: row?.currentPeriodEnd?.toISOString() ?? null,
    cancel_at_period_end: row?.cancelAtPeriodEnd ?? false,
    grace_until: row?.graceUntil?.toISOString() ?? null,
  };
}
