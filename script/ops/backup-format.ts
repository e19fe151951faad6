import type { PoolClient } from 'pg';
import { z } from 'zod';

/** Of the jobs only what still waits: what is done is done. */
export const jobsTable = 'jobs.job';
export const unfinishedJobs = `state in ('created', 'retry', 'active')`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Every table of ours, each after those it refers to, and the queue's. */
export async function tablesInOrder(client: PoolClient): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
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
      throw new Error(`These tables refer to each other in a circle: ${waiting.join(', ')}`);
    ordered.push(...free);
    waiting = waiting.filter((name) => !free.includes(name));
  }
  return [...ordered.map((name) => `public.${quoted(name)}`), jobsTable];
}

/** Those that are given, not worked out by the database itself. */
export async function columnsOf(client: PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => quoted(name)).join(', ');
}

/** Which version of the tables it is. */
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
