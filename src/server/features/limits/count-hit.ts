import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';

type Hit = { key: string; windowMs: number };

/** One statement counts and answers, so that parallel attempts cannot both be the last allowed one. */
export async function countHit({ db }: Pick<Deps, 'db'>, { key, windowMs }: Hit) {
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
  return { hits: row.hits, remainingMs: row.remaining_ms };
}
