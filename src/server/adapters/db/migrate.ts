import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { z } from 'zod';

const committedMigrations = fileURLToPath(new URL('../../../../drizzle', import.meta.url));

/** Any number that nothing else in the database locks. */
const migrationLock = 4_518_260_147;

const JournalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

type MigrateOptions = { url: string; migrationsFolder?: string };

async function appliedHashes(client: pg.Client): Promise<string[]> {
  const table = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as found`);
  if (table.rows[0].found === null) return [];
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  );
  return rows.map((row) => row.hash);
}

/**
 * The runner compares dates alone: a migration that was changed after it ran, or that slipped in before one that
 * ran, would be passed over without a word and the code would meet tables that do not exist.
 */
function refuseRewrittenHistory(applied: string[], migrationsFolder: string) {
  const journal = JournalSchema.parse(
    JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')),
  );
  const committed = readMigrationFiles({ migrationsFolder });
  for (const [index, entry] of journal.entries.entries()) {
    const before = journal.entries[index - 1];
    if (before !== undefined && before.when >= entry.when)
      throw new Error(
        `Migration ${entry.tag} is dated before ${before.tag} and would never run: generate it anew.`,
      );
    if (index < applied.length && committed[index]?.hash !== applied[index])
      throw new Error(
        `Migration ${entry.tag} is not the one this database was made with. Migrations are only ever added: put the file back and write another one.`,
      );
  }
}

/** Brings the database up to date. Several processes may start at once: one works, the others wait and find it done. */
export async function migrate({
  url,
  migrationsFolder = committedMigrations,
}: MigrateOptions): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'escriba migrations',
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener a connection that is lost between two statements would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    refuseRewrittenHistory(await appliedHashes(client), migrationsFolder);
    await runMigrations(drizzle(client), { migrationsFolder }).catch((error: unknown) => {
      const { cause = error } = error instanceof Error ? error : {};
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The database could not be brought up to date: ${reason}`, { cause: error });
    });
  } finally {
    // Closing the session gives the lock back, also when a statement failed.
    await client.end();
  }
}
