import { and, eq } from 'drizzle-orm';
import type { PlanUsage } from '#contract/plan-usage.ts';
import type { Actor } from '../../actor.ts';
import type { Transaction } from '../../adapters/db/database.ts';
import { usageMonths } from '../../adapters/db/schema/plans.ts';
import type { Deps } from '../../deps.ts';
import { calendarMonth } from './calendar-month.ts';
import { findEntitlements } from './entitlements.ts';

/** The usage of the current month. Reserved seconds count as used, so that a running file cannot be spent twice. */
export async function readUsedSeconds(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<number> {
  const [month] = await db
    .select()
    .from(usageMonths)
    .where(and(eq(usageMonths.userId, userId), eq(usageMonths.month, calendarMonth(now()))));
  return (month?.reservedSeconds ?? 0) + (month?.settledSeconds ?? 0);
}

type Asking = { userId: string; month: string; limitSeconds: number };

/** The seconds left in a month, for the text of a refusal. */
export async function readLeftSeconds(
  tx: Transaction,
  { userId, month, limitSeconds }: Asking,
): Promise<number> {
  const [kept] = await tx
    .select()
    .from(usageMonths)
    .where(and(eq(usageMonths.userId, userId), eq(usageMonths.month, month)));
  return limitSeconds - (kept?.reservedSeconds ?? 0) - (kept?.settledSeconds ?? 0);
}

const hourSeconds = 3_600;

export async function readPlanUsage(
  deps: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<PlanUsage> {
  const { plan, secondsPerMonth, maxFileSeconds, features } = await findEntitlements(deps.db, userId);
  return {
    plan,
    usedHours: (await readUsedSeconds(deps, { userId })) / hourSeconds,
    hoursLimit: secondsPerMonth / hourSeconds,
    maxFileMinutes: maxFileSeconds / 60,
    features: [...features],
  };
}
