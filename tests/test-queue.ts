import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { pino } from 'pino';
import { schema } from '#server/adapters/db/schema.ts';
import { openQueue } from '#server/adapters/queue/queue.ts';
import { openSealing } from '#server/adapters/secrets/sealing.ts';
import type { Deps } from '#server/deps.ts';
import type { Mail } from '#server/features/mail/mail.ts';
import type { JobDefinition } from '#server/jobs/job-definition.ts';
import { createTestDatabase } from './setup/test-database.ts';

/** Every line that is logged, as it is written. */
export function captureLog() {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }) };
}

/** A queue on a database of its own, opened as the product opens it, together with the database's own view of it. */
export async function openTestQueue(definitions: readonly JobDefinition[]) {
  const database = await createTestDatabase();
  const { lines, log } = captureLog();
  const sealing = openSealing('the secret of one test');
  const queue = await openQueue({ url: database.url, log, definitions, sealing });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // The database is dropped while the last goodbye may still be on its way.
  pool.on('error', () => {});
  return {
    url: database.url,
    queue,
    log,
    sealing,
    logged: () => lines.join(''),
    db: drizzle(pool, { schema }),
    rows: async (statement: string) => (await pool.query(statement)).rows,
    [Symbol.asyncDispose]: async () => {
      await queue.close();
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Every mail whose job is still in the table, sent or not, opened as the worker opens it. */
export async function queuedMails({ db, sealing }: Pick<Deps, 'db' | 'sealing'>): Promise<Mail[]> {
  const { rows } = await db.execute<{ sealed: string }>(
    sql`select data->>'sealed' as sealed from jobs.job where name = 'deliver-mail'`,
  );
  return rows.map(({ sealed }) => JSON.parse(sealing.open(sealed, 'job deliver-mail')).mail);
}
