import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { FactorList } from '#contract/factors.ts';
import type { Actor } from '../../../actor.ts';
import { factors, recoveryCodes } from '../../../adapters/db/schema/factors.ts';
import type { Deps } from '../../../deps.ts';
import { present } from './own-factor.ts';

/** Before a second factor is passed, only those that can be passed are told. */
export async function listFactors(
  deps: Pick<Deps, 'db' | 'sealing' | 'sms'>,
  { userId, level, nextLevel }: Actor,
): Promise<FactorList> {
  const rows = await deps.db
    .select()
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(asc(factors.createdAt));
  const [left] = await deps.db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  const shown = level === nextLevel ? rows : rows.filter(({ status }) => status === 'verified');
  return {
    factors: shown.map((row) => present(row, deps)),
    current_level: level,
    next_level: nextLevel,
    recovery_codes_left: left?.count ?? 0,
    phone_offered: deps.sms !== undefined,
  };
}
