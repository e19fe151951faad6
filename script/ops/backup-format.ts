import type { PoolClient } from 'pg';
import { z } from 'zod';

/** A backup contains only unfinished jobs. */
export const jobsTable = 'jobs.job';
export const unfinishedJobs = `state in ('created', 'retry', 'active')`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Each web process stores the files of its own build at its start, so a backup need not keep them. */
const keptOut = 'web_assets';

/** Returns all our tables to back up, each after the tables that it references, and then the queue's table. */
export async function tablesInOrder(client: PoolClient): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> $1 order by 1`,
    [keptOut],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select c.relname as from, p.relname as to from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`,
  );
  const ordered: string[] = [];
  let waiting = tables.map(({ name }) => name);
  while (waiting.length > 0) {
    const free = waiting.filter(
      (name) => !references.some(({ from, to }) => from === name && waiting.includes(to)),
    );
    if (free.length === 0)
      throw new Error(`The foreign keys of these tables form a cycle: ${waiting.join(', ')}`);
    ordered.push(...free);
    waiting = waiting.filter((name) => !free.includes(name));
  }
  return [...ordered.map((name) => `public.${quoted(name)}`), jobsTable];
}

/** Returns the columns without the generated ones. */
export async function columnsOf(client: PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => quoted(name)).join(', ');
}

/** Returns the applied migrations, which identify the version of the schema. */
export async function appliedMigrations(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  );
  return rows.map(({ hash }) => hash);
}

export const HeadSchema = z.object({
  escribaBackup: z.literal(1),
  madeAt: z.string(),
  migrations: z.array(z.string()),
});
export const LineSchema = z.union([
  z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) }),
  z.object({ end: z.record(z.string(), z.number()) }),
]);
