import { and, asc, eq, gt, isNull, like, not, sql } from 'drizzle-orm';
import { factors, recoveryCodes } from '#server/adapters/db/schema/auth.ts';
import { countUnreadablePayloads } from '#server/adapters/queue/payload.ts';
import type { Deps } from '#server/deps.ts';
import { scryptPrefix } from './recovery-codes.ts';

const batchSize = 500;

/** All sealed factors, a batch at a time. */
async function* sealedFactors({ db }: Pick<Deps, 'db'>) {
  for (let last: string | undefined; ; ) {
    const rows = await db
      .select({ id: factors.id, userId: factors.userId, sealed: factors.sealed })
      .from(factors)
      .where(last === undefined ? undefined : gt(factors.id, last))
      .orderBy(asc(factors.id))
      .limit(batchSize);
    yield* rows;
    last = rows.at(-1)?.id;
    if (rows.length < batchSize) return;
  }
}

/** Seals every second factor with the current secret. Idempotent, and safe beside concurrent changes. */
export async function resealFactors({ db, sealing }: Pick<Deps, 'db' | 'sealing'>) {
  const counts = { all: 0, resealed: 0, unreadable: 0 };
  for await (const { id, sealed } of sealedFactors({ db })) {
    counts.all += 1;
    const resealed = sealing.reseal(sealed, 'factor');
    if (resealed === 'unreadable') counts.unreadable += 1;
    if (resealed === 'unreadable' || resealed === 'fresh') continue;
    const changed = await db
      .update(factors)
      .set({ sealed: resealed.sealed })
      .where(and(eq(factors.id, id), eq(factors.sealed, sealed)))
      .returning({ id: factors.id });
    counts.resealed += changed.length;
  }
  return counts;
}

/** Counts unused codes that depend on a secret, and their oldest day. A hash does not tell its secret. */
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

async function countUnreadableFactors({ db, sealing }: Pick<Deps, 'db' | 'sealing'>) {
  const people = new Set<string>();
  let count = 0;
  for await (const { userId, sealed } of sealedFactors({ db })) {
    if (sealing.openIfKnown(sealed, 'factor') !== undefined) continue;
    count += 1;
    people.add(userId);
  }
  return { factors: count, people: people.size };
}

/** A wrong secret shows only when a user fails to sign in, so warn the operator at the start. */
export async function warnOfUnreadableSecrets(deps: Pick<Deps, 'db' | 'sealing' | 'log'>): Promise<void> {
  const found = await countUnreadableFactors(deps);
  const mails = await countUnreadablePayloads(deps.db, deps.sealing);
  if (found.factors + mails === 0) return;
  deps.log.warn(
    { ...found, mails },
    'the server cannot open second factors and waiting mails, because their secret is not set here. ' +
      'Set the former SESSION_SECRET as SESSION_SECRET_OLD, restart every process, and run script/reseal.',
  );
}
