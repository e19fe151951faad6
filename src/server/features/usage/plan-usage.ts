import { and, eq } from 'drizzle-orm';
import type { PlanUsage } from '#contract/plan-usage.ts';
import type { Actor } from '../../actor.ts';
import { usageMonths } from '../../adapters/db/schema/usage.ts';
import type { Deps } from '../../deps.ts';
import { entitlementsOf } from './entitlements.ts';
import { monthOf } from './month-of.ts';

const hourSeconds = 3_600;

/** What is reserved counts as used: a file that is on its way cannot be spent twice. */
export async function planUsage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<PlanUsage> {
  const { plan, secondsPerMonth, maxFileSeconds, features } = await entitlementsOf(db, userId);
  const [month] = await db
    .select()
    .from(usageMonths)
    .where(and(eq(usageMonths.userId, userId), eq(usageMonths.month, monthOf(now()))));
  const usedSeconds = (month?.reservedSeconds ?? 0) + (month?.settledSeconds ?? 0);
  return {
    plan,
    usedHours: usedSeconds / hourSeconds,
    hoursLimit: secondsPerMonth / hourSeconds,
    maxFileMinutes: maxFileSeconds / 60,
    features: [...features],
  };
}
