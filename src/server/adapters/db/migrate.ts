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

/**
 * Whoever waits for a table makes all wait that come after: rather the start ends, and is tried again, than that
 * everybody stands behind one long statement.
 */
const defaultLockTimeoutMs = 10_000;
const lockNotAvailable = '55P03';

type MigrateOptions = { url: string; migrationsFolder?: string; lockTimeoutMs?: number };

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
 * ran, would be passed over without a word and the code would meet tables that do not exist. So it would where a
 * newer version has been here.
 */
function refuseForeignHistory(applied: string[], migrationsFolder: string) {
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
  if (applied.length > journal.entries.length)
    throw new Error(
      `The database belongs to a newer version of Escriba: it has ${applied.length} migrations, and this version knows ${journal.entries.length}. Start the newer version; the way back is the backup from before the upgrade.`,
    );
}

/** Brings the database up to date. Several processes may start at once: one works, the others wait and find it done. */
export async function migrate({
  url,
  migrationsFolder = committedMigrations,
  lockTimeoutMs = defaultLockTimeoutMs,
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
    refuseForeignHistory(await appliedHashes(client), migrationsFolder);
    // After the lock among ourselves, which is waited for as long as the one who works needs.
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await runMigrations(drizzle(client), { migrationsFolder }).catch((error: unknown) => {
      const { cause = error } = error instanceof Error ? error : {};
      if (cause instanceof pg.DatabaseError && cause.code === lockNotAvailable)
        throw new Error(
          `The database could not be brought up to date: a table was in use for ${lockTimeoutMs / 1000} s. Stop the processes of the version before, and whatever else works in the database, and start again.`,
          { cause: error },
        );
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The database could not be brought up to date: ${reason}`, { cause: error });
    });
  } finally {
    // Closing the session gives the lock back, also when a statement failed.
    await client.end();
  }
}
