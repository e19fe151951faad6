import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/adapters/db/embedded/start.ts';
import { migrate } from '#server/adapters/db/migrate.ts';
import { schema } from '#server/adapters/db/schema.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import type { Asked } from './through-psql.ts';

/** The embedded PostgreSQL with the product's own settings on a disk, migrated, and every statement that was asked. */
export async function openLibraryPlace() {
  const folder = await temporaryFolder();
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log });
  await migrate({ url: postgres.url });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 4, application_name: 'escriba-bench' });
  pool.on('error', () => {});
  const asked: Asked[] = [];
  const db = drizzle(pool, {
    schema,
    logger: { logQuery: (text, values) => void asked.push({ text, values }) },
  });

  async function person(): Promise<{ userId: string }> {
    const { rows } = await pool.query(
      `insert into users (name, email) values ('Ana', gen_random_uuid() || '@exemplo.com') returning id`,
    );
    return { userId: rows[0].id };
  }

  /** All that some work asks of the database, with what it gives along. */
  async function askedBy(work: () => Promise<unknown>): Promise<Asked[]> {
    asked.length = 0;
    await work();
    return [...asked];
  }

  /** How the database goes about the longest statement of some work, with the settings of that work. */
  async function planOf(work: () => Promise<unknown>): Promise<string> {
    const [longest] = (await askedBy(work)).toSorted((one, other) => other.text.length - one.text.length);
    if (longest === undefined) throw new Error('nothing was asked');
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const { text } of asked.filter((each) => each.text.startsWith('set local')))
        await client.query(text);
      const explained = `explain (analyze, buffers, costs off) ${longest.text}`;
      const { rows } = await client.query(explained, [...longest.values]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  return {
    db,
    url: postgres.url,
    query: async (text: string, values?: unknown[]) => (await pool.query(text, values)).rows,
    person,
    askedBy,
    planOf,
    [Symbol.asyncDispose]: async () => {
      await pool.end();
      await postgres.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}
