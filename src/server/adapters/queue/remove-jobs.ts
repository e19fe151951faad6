import { type SQL, sql } from 'drizzle-orm';
import { jobsSchema } from './settings.ts';

type Execute = { execute: (statement: SQL) => Promise<unknown> };

/**
 * Removes every job whose row holds one of these ids in any column: payload, key, group, reason, also among the dead.
 * One that is under way stays, since its worker still settles it.
 */
export async function removeJobsHolding(db: Execute, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await db.execute(sql`
      delete from ${sql.raw(`${jobsSchema}.job`)} as job where state <> 'active' and strpos(job::text, ${id}) > 0`);
}
