import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { z } from 'zod';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';

const committedMigrations = fileURLToPath(new URL('../../../../drizzle', import.meta.url));

/** Any number that nothing else uses as an advisory lock. */
const migrationLock = 4_518_260_147;

const JournalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/**
 * A migration that waits for a table lock blocks every later query on that table. So the start fails after this
 * time and is retried, rather than blocking everyone behind one long statement.
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

/** The database ran other migrations than the files of this version. */
export class ForeignHistoryError extends SafeMessageError {}

/**
 * drizzle compares dates only. It would silently skip a migration that changed after it ran or that is dated too
 * early, and the code would miss tables. It would also accept a newer version's database.
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
        `Migration ${entry.tag} is dated before ${before.tag} and would never run: generate it again.`,
      );
    if (index < applied.length && committed[index]?.hash !== applied[index])
      throw new ForeignHistoryError(
        `Migration ${entry.tag} is not the one this database was made with. Migrations are only ever added: put the file back and write another one.`,
      );
  }
  if (applied.length > journal.entries.length)
    throw new ForeignHistoryError(
      `The database belongs to a newer version of Escriba: it has ${applied.length} migrations, and this version knows ${journal.entries.length}. Start the newer version; to go back, restore the backup from before the upgrade.`,
    );
}

/** Applies the pending migrations. Several processes may start at once: one migrates while the others wait. */
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
  // Without a listener, a connection lost between two statements would crash the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    refuseForeignHistory(await appliedHashes(client), migrationsFolder);
    // Set after the advisory lock, because waiting for another process's migrations has no limit.
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await runMigrations(drizzle(client), { migrationsFolder }).catch((error: unknown) => {
      const { cause = error } = error instanceof Error ? error : {};
      if (cause instanceof pg.DatabaseError && cause.code === lockNotAvailable)
        throw new Error(
          `The migration failed: a table was in use for ${lockTimeoutMs / 1000} s. Stop the processes of the previous version and other users of the database, then start again.`,
          { cause: error },
        );
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The migration failed: ${reason}`, { cause: error });
    });
  } finally {
    // Closing the session releases the lock, even after a failed statement.
    await client.end();
  }
}
