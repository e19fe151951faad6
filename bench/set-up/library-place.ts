import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/adapters/db/embedded/start.ts';
import { migrate } from '#server/adapters/db/migrate.ts';
import { schema } from '#server/adapters/db/schema.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

type Asked = { text: string; values: unknown[] };

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

  /** How the database goes about the first statement of some work. */
  async function planOf(work: () => Promise<unknown>): Promise<string> {
    asked.length = 0;
    await work();
    const [first] = asked;
    if (first === undefined) throw new Error('nothing was asked');
    const { rows } = await pool.query(`explain (analyze, buffers, costs off) ${first.text}`, first.values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  return {
    db,
    query: async (text: string, values?: unknown[]) => (await pool.query(text, values)).rows,
    person,
    planOf,
    [Symbol.asyncDispose]: async () => {
      await pool.end();
      await postgres.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}
