import { sql } from 'drizzle-orm';
import type { Database } from '../../adapters/db/database.ts';
import type { Deps } from '../../deps.ts';

const hashed = ({ sealing }: Pick<Deps, 'sealing'>, text: string) => sealing.hash(text, 'limit');

/**
 * For keys that say an address or an e-mail: a counter only has to be found again, so a copy of its table must not tell
 * who came. Whoever counts and whoever forgives build the key by this. What stands before the first colon is hashed by
 * itself, so that all counters of one account can be removed with it.
 */
export function limitKey(deps: Pick<Deps, 'sealing'>, who: string): string {
  const [subject = ''] = who.split(':', 1);
  return `${hashed(deps, subject)}.${hashed(deps, who.slice(subject.length))}`;
}

/** Every counter whose key begins with one of these subjects, hashed or not. */
export async function removeLimitsOf(
  { db, ...deps }: Pick<Deps, 'sealing'> & { db: Pick<Database, 'execute'> },
  subjects: readonly string[],
): Promise<void> {
  for (const subject of subjects)
    await db.execute(sql`
      delete from rate_limits
      where starts_with(key, ${`${subject}:`}) or starts_with(key, ${`${hashed(deps, subject)}.`})`);
}
