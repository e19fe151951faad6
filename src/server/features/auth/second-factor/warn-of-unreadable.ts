import { asc, gt } from 'drizzle-orm';
import { factors } from '../../../adapters/db/schema/factors.ts';
import { countUnreadablePayloads } from '../../../adapters/queue/reseal-payloads.ts';
import type { Deps } from '../../../deps.ts';

const scanBatchSize = 500;

async function countUnreadableFactors({ db, sealing }: Pick<Deps, 'db' | 'sealing'>) {
  const people = new Set<string>();
  let count = 0;
  for (let last: string | undefined; ; ) {
    const rows = await db
      .select({ id: factors.id, userId: factors.userId, sealed: factors.sealed })
      .from(factors)
      .where(last === undefined ? undefined : gt(factors.id, last))
      .orderBy(asc(factors.id))
      .limit(scanBatchSize);
    for (const { userId, sealed } of rows) {
      if (sealing.openIfKnown(sealed, 'factor') !== undefined) continue;
      count += 1;
      people.add(userId);
    }
    last = rows.at(-1)?.id;
    if (rows.length < scanBatchSize) return { factors: count, people: people.size };
  }
}

/** A wrong secret shows only when a person fails to sign in, so the operator hears of it at the start. */
export async function warnOfUnreadableSecrets(deps: Pick<Deps, 'db' | 'sealing' | 'log'>): Promise<void> {
  const found = await countUnreadableFactors(deps);
  const mails = await countUnreadablePayloads(deps.db, deps.sealing);
  if (found.factors + mails === 0) return;
  deps.log.warn(
    { ...found, mails },
    'sealed with a secret that is not set here: second factors and waiting mails that do not open. ' +
      'Set the former SESSION_SECRET as SESSION_SECRET_OLD, restart every process, and run script/reseal.',
  );
}
