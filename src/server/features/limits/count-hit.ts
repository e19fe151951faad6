import { sql } from 'drizzle-orm';
import type { Database } from '../../adapters/db/database.ts';
import type { Deps } from '../../deps.ts';

type Hit = { key: string; windowMs: number };

/** No window may be longer: what began before that is over, whatever limit it belongs to. */
const longestWindowMs = 86_400_000;
const sweptAtOnce = 10;

/** Every new row takes up to ten dead ones away, so that the table cannot outgrow a day's visitors. */
async function sweep(db: Pick<Database, 'execute'>) {
  await db.execute(sql`
    delete from rate_limits where key in (
      select key from rate_limits
      where window_started_at <= clock_timestamp() - ${longestWindowMs} * interval '1 millisecond'
      order by window_started_at limit ${sweptAtOnce} for update skip locked
    )
  `);
}

/** All that is over, also where nobody new comes to sweep it. */
export async function sweepLimits({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.execute(sql`
    delete from rate_limits
    where window_started_at <= clock_timestamp() - ${longestWindowMs} * interval '1 millisecond'
  `);
}

/** One statement counts and answers, so that parallel attempts cannot both be the last allowed one. */
export async function countHit({ db }: { db: Pick<Database, 'execute'> }, { key, windowMs }: Hit) {
  if (windowMs > longestWindowMs) throw new Error(`a window of ${windowMs} ms would be swept while it runs`);
  const { rows } = await db.execute<{ hits: number; remaining_ms: number }>(sql`
    insert into rate_limits as kept (key, window_started_at, hits)
    values (${key}, clock_timestamp(), 1)
    on conflict (key) do update set
      hits = case when kept.window_started_at <= clock_timestamp() - ${windowMs} * interval '1 millisecond'
        then 1 else kept.hits + 1 end,
      window_started_at = case when kept.window_started_at <= clock_timestamp() - ${windowMs} * interval '1 millisecond'
        then clock_timestamp() else kept.window_started_at end
    returning hits,
      greatest(0, ceil(${windowMs} - extract(epoch from clock_timestamp() - window_started_at) * 1000))::int as remaining_ms
  `);
  const [row] = rows;
  if (row === undefined) throw new Error('counting a hit returned no row');
  if (row.hits === 1) await sweep(db);
  return { hits: row.hits, remainingMs: row.remaining_ms };
}
