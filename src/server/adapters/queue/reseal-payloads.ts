import { type SQL, sql } from 'drizzle-orm';
import type { Sealing } from '../secrets/sealing.ts';
import { purposeOf } from './sealed-payload.ts';
import { deadQueue, jobsSchema } from './settings.ts';

type Row = { id: string; queue: string; sealed: string };
type Execute = { execute: (statement: SQL) => Promise<{ rows: unknown[] }> };

const table = sql.raw(`${jobsSchema}.job`);

async function sealedRows(db: Execute): Promise<Row[]> {
  const { rows } = await db.execute(sql`
    select id, case when name = ${deadQueue} then source_name else name end as queue, data->>'sealed' as sealed
    from ${table} where data ? 'sealed' and state in ('created', 'retry', 'failed')`);
  return rows as Row[];
}

/** Jobs that no known secret opens. A worker that takes one puts it among the dead at once. */
export async function countUnreadablePayloads(db: Execute, sealing: Sealing): Promise<number> {
  const rows = await sealedRows(db);
  return rows.filter(
    ({ queue, sealed }) => sealing.openIfKnown(sealed, purposeOf({ name: queue })) === undefined,
  ).length;
}

/**
 * Seals the payloads of jobs that wait, or that lie among the dead, with the secret of now. One that is under way has
 * been read already.
 */
export async function resealPayloads(
  db: Execute,
  sealing: Sealing,
): Promise<{ resealed: number; unreadable: number }> {
  let [resealed, unreadable] = [0, 0];
  for (const { id, queue, sealed } of await sealedRows(db)) {
    const purpose = purposeOf({ name: queue });
    const again = sealing.reseal(sealed, purpose);
    if (again === 'unreadable') unreadable += 1;
    if (again === 'unreadable' || again === 'fresh') continue;
    const { rows: changed } = await db.execute(sql`
      update ${table} set data = jsonb_build_object('sealed', ${again.sealed}::text)
      where id = ${id} and data->>'sealed' = ${sealed} and state in ('created', 'retry', 'failed') returning id`);
    resealed += changed.length;
  }
  return { resealed, unreadable };
}
