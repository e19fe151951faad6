import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { pino } from 'pino';
import { openQueue } from '#server/adapters/queue/queue.ts';
import { openSealing } from '#server/adapters/secrets/sealing.ts';
import type { Deps } from '#server/deps.ts';
import type { Mail } from '#server/features/mail/mail.ts';
import type { JobDefinition } from '#server/jobs/job-definition.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';

export function captureLog() {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }) };
}

/** Opens a queue as the product does, on its own database, together with that database. */
export async function openTestQueue(definitions: readonly JobDefinition[]) {
  const database = await createTestDatabase();
  const { lines, log } = captureLog();
  const sealing = openSealing('the secret of one test');
  const queue = await openQueue({ url: database.url, log, definitions, sealing });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // Ignore errors, because dropping the database may break a connection that is still closing.
  pool.on('error', () => {});
  return {
    url: database.url,
    queue,
    log,
    sealing,
    logged: () => lines.join(''),
    db: drizzle(pool),
    rows: async (statement: string) => (await pool.query(statement)).rows,
    [Symbol.asyncDispose]: async () => {
      await queue.close();
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Decrypts every mail whose job is still in the table, sent or not. */
export async function queuedMails({ db, sealing }: Pick<Deps, 'db' | 'sealing'>): Promise<Mail[]> {
  const { rows } = await db.execute<{ sealed: string }>(
    sql`select data->>'sealed' as sealed from jobs.job where name = 'deliver-mail'`,
  );
  return rows.map(({ sealed }) => JSON.parse(sealing.open(sealed, 'job deliver-mail')).mail);
}
