import { sql } from 'drizzle-orm';
import { dayMs } from '#domain/format/durations.ts';
import type { Database } from '#server/adapters/db/database.ts';
import type { Deps } from '#server/deps.ts';

/** No window may be longer, because the sweep deletes older counters of every limit. */
export const maxWindowMs = dayMs;
const sweptAtOnce = 10;

/** Each new row removes up to ten expired ones, so that the table cannot outgrow a day's visitors. */
export async function sweepSomeRateLimits({ db }: { db: Pick<Database, 'execute'> }) {
  await db.execute(sql`
    delete from rate_limits where key in (
      select key from rate_limits
      where window_started_at <= clock_timestamp() - ${maxWindowMs} * interval '1 millisecond'
      order by window_started_at limit ${sweptAtOnce} for update skip locked
    )
  `);
}

/** Removes all expired counters, even if no new request touches them. */
export async function sweepRateLimits({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.execute(sql`
    delete from rate_limits
    where window_started_at <= clock_timestamp() - ${maxWindowMs} * interval '1 millisecond'
  `);
}
