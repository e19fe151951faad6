import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';
import { usageMonths } from '../../adapters/db/schema/usage.ts';

type Asking = { userId: string; month: string; limitSeconds: number };

/** Seconds that a month has left, for the text of a refusal. */
export async function leftSecondsOf(
  tx: Transaction,
  { userId, month, limitSeconds }: Asking,
): Promise<number> {
  const [kept] = await tx
    .select()
    .from(usageMonths)
    .where(and(eq(usageMonths.userId, userId), eq(usageMonths.month, month)));
  return limitSeconds - (kept?.reservedSeconds ?? 0) - (kept?.settledSeconds ?? 0);
}
