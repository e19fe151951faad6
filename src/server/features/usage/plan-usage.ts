import { and, eq } from 'drizzle-orm';
import type { PlanUsage } from '#contract/plan-usage.ts';
import { calendarMonth } from '#domain/format/calendar.ts';
import { hourSeconds } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { usageMonths } from '#server/adapters/db/schema/plans.ts';
import type { Deps } from '#server/deps.ts';
import { findEntitlements } from './entitlements.ts';

type UserMonth = { userId: string; month: string };

/** Reserved seconds count as used, so that a running file cannot be spent twice. */
async function usedSecondsOf(db: Database | Transaction, { userId, month }: UserMonth): Promise<number> {
  const [kept] = await db
    .select()
    .from(usageMonths)
    .where(and(eq(usageMonths.userId, userId), eq(usageMonths.month, month)));
  return (kept?.reservedSeconds ?? 0) + (kept?.settledSeconds ?? 0);
}

/** The usage of the current month. */
export const readUsedSeconds = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<number> => usedSecondsOf(db, { userId, month: calendarMonth(now()) });

/** The seconds left in a month, for the text of a refusal. */
export async function readLeftSeconds(
  tx: Transaction,
  { limitSeconds, ...asked }: UserMonth & { limitSeconds: number },
): Promise<number> {
  return limitSeconds - (await usedSecondsOf(tx, asked));
}

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
