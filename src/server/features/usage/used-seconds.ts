import { and, eq } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { usageMonths } from '../../adapters/db/schema/usage.ts';
import type { Deps } from '../../deps.ts';
import { monthOf } from './month-of.ts';

/** Of the running month. What is reserved counts as used: a file that is on its way cannot be spent twice. */
export async function usedSeconds(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<number> {
  const [month] = await db
    .select()
    .from(usageMonths)
    .where(and(eq(usageMonths.userId, userId), eq(usageMonths.month, monthOf(now()))));
  return (month?.reservedSeconds ?? 0) + (month?.settledSeconds ?? 0);
}
