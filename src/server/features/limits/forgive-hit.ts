import { sql } from 'drizzle-orm';
import type { Database } from '../../adapters/db/database.ts';

/** A try that was no guess: it gives back its place, or the whole window where `all` is said. */
export async function forgiveHit(
  { db }: { db: Pick<Database, 'execute'> },
  key: string,
  { all = false } = {},
) {
  await db.execute(
    all
      ? sql`delete from rate_limits where key = ${key}`
      : sql`update rate_limits set hits = greatest(0, hits - 1) where key = ${key}`,
  );
}
