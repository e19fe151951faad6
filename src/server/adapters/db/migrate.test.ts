import { execFile } from 'node:child_process';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { queryRows } from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { migrate } from './migrate.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const committed = join(root, 'drizzle');

let made = 0;
/** An empty database (not from the template), owned by a role without further privileges. */
async function emptyDatabase({ extensions = false } = {}) {
  made += 1;
  const name = `empty_${process.pid}_${made}`;
  const admin = inject('postgresUrl');
  await queryRows(admin, `create role ${name} login password 'p'`);
  await queryRows(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  for (const extension of extensions ? ['unaccent', 'pg_trgm', 'citext'] : [])
    await queryRows(url.href, `create extension ${extension}`);
  const asUser = new URL(url);
  asUser.username = name;
  asUser.password = 'p';
  return {
    url: url.href,
    userUrl: asUser.href,
    name,
    async [Symbol.asyncDispose]() {
      await queryRows(admin, `drop database ${name} with (force)`);
      await queryRows(admin, `drop role ${name}`);
    },
  };
}

async function copyOfMigrations() {
  const { path: folder, ...rest } = await temporaryFolder();
  await cp(committed, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  return {
    ...rest,
    folder,
    async addToJournal(entry: { tag: string; when: number }) {
      const read = JSON.parse(await readFile(journal, 'utf8'));
      read.entries.push({ idx: read.entries.length, version: '7', breakpoints: true, ...entry });
      await writeFile(journal, JSON.stringify(read));
    },
    async keepBefore(tag: string) {
      const read: { entries: { tag: string }[] } = JSON.parse(await readFile(journal, 'utf8'));
      const entries = read.entries.slice(
        0,
        read.entries.findIndex((entry) => entry.tag === tag),
      );
      await writeFile(journal, JSON.stringify({ ...read, entries }));
    },
  };
}

test('the migrations produce exactly the schema of the code', async () => {
  await using migrations = await copyOfMigrations();
  // drizzle-kit prefixes the folder with "./", so an absolute path would break.
  const out = relative(root, migrations.folder);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      'node_modules/drizzle-kit/bin.cjs',
      'generate',
      '--dialect=postgresql',
      '--schema=src/server/adapters/db/schema/*.ts',
      `--out=${out}`,
    ],
    { cwd: root },
  );
  expect(stdout).toContain('No schema changes');
});

test('several processes can migrate an empty database at once', async () => {
  await using database = await emptyDatabase();
  await Promise.all(Array.from({ length: 5 }, () => migrate({ url: database.url })));
  const files = (await readdir(committed)).filter((name) => name.endsWith('.sql'));
  expect(await queryRows(database.url, 'select id from drizzle.__drizzle_migrations')).toHaveLength(
    files.length,
  );
  await migrate({ url: database.url });
  expect(await queryRows(database.url, 'select id from drizzle.__drizzle_migrations')).toHaveLength(
    files.length,
  );
});

test('the migrations install the extensions, and search ignores accents', async () => {
  await using database = await emptyDatabase();
  await migrate({ url: database.url });
  const [row] = await queryRows(
    database.url,
    `select unaccent('Reunião') as plain, 'ANA@b.c'::citext = 'ana@B.C' as same, similarity('reuniao', 'reunião') > 0.4 as near`,
  );
  expect(row).toEqual({ plain: 'Reuniao', same: true, near: true });
});

test('a role without superuser rights creates the extensions, or uses the existing ones', async () => {
  for (const extensions of [false, true]) {
    await using database = await emptyDatabase({ extensions });
    await queryRows(database.url, `grant create on database ${database.name} to ${database.name}`);
    await queryRows(database.url, `grant create on schema public to ${database.name}`);
    expect(await queryRows(database.userUrl, `select current_setting('is_superuser') as is`)).toEqual([
      { is: 'off' },
    ]);
    await expect(migrate({ url: database.userUrl })).resolves.toBeUndefined();
  }
});

test('the tallies migration counts the existing transcriptions', async () => {
  await using database = await emptyDatabase();
  await using migrations = await copyOfMigrations();
  await migrations.keepBefore('0012_tallies');
  await migrate({ url: database.url, migrationsFolder: migrations.folder });
  await queryRows(
    database.url,
    `with ana as (insert into users (name, email) values ('Ana', 'ana@exemplo.com') returning id)
     insert into transcriptions (user_id, file_name, status, duration_ms, language, usage_month, usage_seconds, is_deleted)
     select id, 'a.mp3', case when n < 4 then 'completed' else 'failed' end, 1000, 'pt', '2026-11-01', 1, n = 1
     from ana, generate_series(1, 5) n`,
  );
  await migrate({ url: database.url });
  expect(await queryRows(database.url, 'select total, completed from transcription_tallies')).toEqual([
    { total: 4, completed: 2 },
  ]);
});

test('the rate_limits table is unlogged', async () => {
  await using database = await emptyDatabase();
  await migrate({ url: database.url });
  expect(
    await queryRows(database.url, `select relpersistence from pg_class where relname = 'rate_limits'`),
  ).toEqual([{ relpersistence: 'u' }]);
});

test('migrate refuses a migration that changed after it ran, and names it', async () => {
  await using database = await emptyDatabase();
  await using migrations = await copyOfMigrations();
  await migrate({ url: database.url, migrationsFolder: migrations.folder });
  await writeFile(join(migrations.folder, '0000_extensions.sql'), 'select 1;');
  await expect(migrate({ url: database.url, migrationsFolder: migrations.folder })).rejects.toThrow(
    /Migration 0000_extensions is not the one this database was made with/,
  );
});

test('migrate refuses a migration dated before its predecessor, because drizzle would skip it', async () => {
  await using database = await emptyDatabase();
  await using migrations = await copyOfMigrations();
  await writeFile(join(migrations.folder, '9999_late.sql'), 'select 1;');
  await migrations.addToJournal({ tag: '9999_late', when: 1_000 });
  await expect(migrate({ url: database.url, migrationsFolder: migrations.folder })).rejects.toThrow(
    /Migration 9999_late is dated before .* and would never run/,
  );
});

test('migrate refuses a database of a newer version and says what to do', async () => {
  await using database = await emptyDatabase();
  await using migrations = await copyOfMigrations();
  await migrate({ url: database.url });
  await migrations.keepBefore('0013_sweep_indexes');
  await expect(migrate({ url: database.url, migrationsFolder: migrations.folder })).rejects.toThrow(
    /belongs to a newer version of Escriba: it has \d+ migrations, and this version knows 13\. Start the newer/,
  );
});

test('migrate fails with a clear message on a locked table, instead of blocking all queries behind it', async () => {
  await using database = await emptyDatabase();
  await using migrations = await copyOfMigrations();
  await migrations.keepBefore('0013_sweep_indexes');
  await migrate({ url: database.url, migrationsFolder: migrations.folder });
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin; lock table sessions in row exclusive mode');
  await expect(migrate({ url: database.url, lockTimeoutMs: 100 })).rejects.toThrow(
    /a table was in use for 0\.1 s\. Stop the processes of the previous version/,
  );
  await holder.end();
  await expect(migrate({ url: database.url })).resolves.toBeUndefined();
});

test('no further migration removes anything that the previous version still reads', async () => {
  const takesAway =
    /\bdrop\s+(table|column)\b|\brename\b|\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b|\bset\s+not\s+null\b/i;
  const found: string[] = [];
  for (const name of (await readdir(committed)).filter((file) => file.endsWith('.sql')).sort()) {
    const statements = (await readFile(join(committed, name), 'utf8')).replace(/--.*$/gm, '');
    if (takesAway.test(statements)) found.push(name);
  }
  // Predates the first published version. Later columns are removed a release after the code stops using them.
  expect(found).toEqual(['0010_heard-time.sql']);
});

test('a failing migration rolls back and releases the lock', async () => {
  await using database = await emptyDatabase();
  await using migrations = await copyOfMigrations();
  await writeFile(
    join(migrations.folder, '9999_wrong.sql'),
    'create table half ();--> statement-breakpoint\nselect nothing;',
  );
  await migrations.addToJournal({ tag: '9999_wrong', when: 9_000_000_000_000 });
  await expect(migrate({ url: database.url, migrationsFolder: migrations.folder })).rejects.toThrow(
    /The migration failed: column "nothing" does not exist/,
  );
  expect(await queryRows(database.url, `select to_regclass('half') as found`)).toEqual([{ found: null }]);
  await expect(migrate({ url: database.url })).resolves.toBeUndefined();
});
