import { and, asc, eq, gt, isNull, like, not, sql } from 'drizzle-orm';
import { factors, recoveryCodes } from '../../../adapters/db/schema/factors.ts';
import type { Deps } from '../../../deps.ts';
import { scryptPrefix } from './recovery-codes.ts';

const resealBatchSize = 200;

/** Seals every second factor with the secret of now, whatever people do meanwhile; again and again changes nothing. */
export async function resealFactors({ db, sealing }: Pick<Deps, 'db' | 'sealing'>) {
  const counts = { all: 0, resealed: 0, unreadable: 0 };
  for (let last: string | undefined; ; ) {
    const rows = await db
      .select({ id: factors.id, sealed: factors.sealed })
      .from(factors)
      .where(last === undefined ? undefined : gt(factors.id, last))
      .orderBy(asc(factors.id))
      .limit(resealBatchSize);
    for (const { id, sealed } of rows) {
      counts.all += 1;
      const again = sealing.reseal(sealed, 'factor');
      if (again === 'unreadable') counts.unreadable += 1;
      if (again === 'unreadable' || again === 'fresh') continue;
      const changed = await db
        .update(factors)
        .set({ sealed: again.sealed })
        .where(and(eq(factors.id, id), eq(factors.sealed, sealed)))
        .returning({ id: factors.id });
      counts.resealed += changed.length;
    }
    last = rows.at(-1)?.id;
    if (rows.length < resealBatchSize) return counts;
  }
}

/** Unused codes that depend on a secret, with the day of the oldest: no hash tells which secret it was. */
export async function countUnusedRecoveryCodes({ db }: Pick<Deps, 'db'>) {
  const [row] = await db
    .select({
      codes: sql<number>`count(*)::int`,
      people: sql<number>`count(distinct ${recoveryCodes.userId})::int`,
      oldest: sql<string | null>`to_char(min(${recoveryCodes.createdAt}), 'YYYY-MM-DD')`,
    })
    .from(recoveryCodes)
    .where(and(isNull(recoveryCodes.usedAt), not(like(recoveryCodes.codeHash, `${scryptPrefix}%`))));
  return row ?? { codes: 0, people: 0, oldest: null };
}
