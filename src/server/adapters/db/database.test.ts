import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { runningPostmaster, startTestPostgres } from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { contactMessages } from './schema/messages.ts';

type OpenOptions = { url?: string; dataDir?: string; waitMs?: number; signal?: AbortSignal };

async function openFor({ url, dataDir = '/nowhere', waitMs = 5_000, signal }: OpenOptions) {
  const logLines: string[] = [];
  const database = openDatabase({
    config: { dataDir, database: { url, poolMax: 4 } },
    log: pino({ level: 'info' }, { write: (line: string) => logLines.push(line) }),
    applicationName: 'escriba test',
    waitMs,
    signal,
  });
  return { database, logged: () => logLines.join(''), lines: logLines };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

async function closedPort() {
  await using listening = await listenOnFreePort(createServer());
  return listening.port;
}

test("rows written through the schema come back with the database's default values", async () => {
  await using own = await createTestDatabase();
  const database = await (await openFor({ url: own.url })).database;
  await database.db
    .insert(contactMessages)
    .values({ name: 'Ana', email: 'Ana@exemplo.com', message: 'Olá!' });
  const [row] = await database.db
    .select()
    .from(contactMessages)
    .where(sql`${contactMessages.email} = 'ana@EXEMPLO.com'`);
  expect(row).toMatchObject({ name: 'Ana', email: 'Ana@exemplo.com' });
  expect(row?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(Math.abs(Date.now() - (row?.createdAt.getTime() ?? 0))).toBeLessThan(60_000);
  await database.close();
});

test('openDatabase waits for a database that is down, logs that once, and fails without revealing the password', async () => {
  const port = await closedPort();
  const { database, lines } = await openFor({
    url: `postgres://ana:topsecret@127.0.0.1:${port}/acervo`,
    waitMs: 1_200,
  });
  const error = await failureOf(database);
  expect(error).toMatchObject({
    message: expect.stringMatching(
      /^The database at 127\.0\.0\.1:\d+\/acervo did not answer for 1 s .*correct DATABASE_URL/,
    ),
  });
  expect(lines.filter((line) => line.includes('waiting for the database'))).toHaveLength(1);
  expect(lines.join('') + String(error)).not.toContain('topsecret');
});

test('an abort ends the wait for the database at once with its own reason', async () => {
  const stop = new AbortController();
  const { database, logged } = await openFor({
    url: `postgres://ana@127.0.0.1:${await closedPort()}/acervo`,
    waitMs: 30_000,
    signal: stop.signal,
  });
  const failed = failureOf(database);
  await expect.poll(logged).toContain('waiting for the database');
  const startedAt = Date.now();
  stop.abort(new Error('stopped by the test'));
  expect(await failed).toMatchObject({ message: 'stopped by the test' });
  expect(Date.now() - startedAt).toBeLessThan(10_000);
});

test('openDatabase fails at once on an error that waiting cannot fix', async () => {
  await using own = await createTestDatabase();
  const startedAt = Date.now();
  const { database } = await openFor({ url: `${own.url}_missing`, waitMs: 30_000 });
  await expect(database).rejects.toThrow(/refused the connection: database "\w+_missing" does not exist/);
  expect(Date.now() - startedAt).toBeLessThan(5_000);
});

test('PostgreSQL ends an abandoned transaction, on every connection of the pool', async () => {
  await using database = await createTestDatabase();
  const opening = await openFor({ url: database.url });
  const { db, close } = await opening.database;
  const shown = await Promise.all(
    [1, 2, 3].map(() =>
      db.transaction(async (tx) => (await tx.execute(sql`show idle_in_transaction_session_timeout`)).rows[0]),
    ),
  );
  expect(shown).toEqual(shown.map(() => ({ idle_in_transaction_session_timeout: '3min' })));
  const ended = db.transaction(async (tx) => {
    await tx.execute(sql`set idle_in_transaction_session_timeout = 50`);
    await delay(500);
    await tx.execute(sql`select 1`);
  });
  expect(isDatabaseUnavailable(await failureOf(ended))).toBe(true);
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await close();
});

test('openDatabase uses a database that comes up during the wait, fails fast when it goes away, and reconnects', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const first = await startTestPostgres(folder.path);
  await first.stop();

  const opening = await openFor({ url: first.url, waitMs: 15_000 });
  await expect.poll(opening.logged).toContain('waiting for the database');
  const second = await startTestPostgres(folder.path);
  const { db, ping, close } = await opening.database;
  expect(opening.logged()).toContain('answers');

  // One connection is lost while idle in the pool, another while a transaction holds it between two statements.
  let lost: unknown;
  const held = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await delay(300);
    await tx.execute(sql`select 1`);
  });
  const heldFailed = failureOf(held).then((error) => {
    lost = error;
  });
  await delay(50);
  process.kill((await runningPostmaster(second)) ?? 0, 'SIGINT');
  await heldFailed;
  expect(isDatabaseUnavailable(lost)).toBe(true);

  // PostgreSQL restarts by itself, and the pool reconnects.
  await expect.poll(() => failureOf(ping()), { timeout: 5_000 }).toBeUndefined();
  // Our pool is connected, so closing the last presence does not stop PostgreSQL. Stop it as an administrator would.
  await second.stop();
  process.kill((await runningPostmaster(second)) ?? 0, 'SIGINT');
  await expect.poll(() => runningPostmaster(second)).toBeUndefined();

  const startedAt = Date.now();
  const away = await failureOf(db.transaction(async (tx) => void (await tx.execute(sql`select 1`))));
  expect(isDatabaseUnavailable(away)).toBe(true);
  expect(Date.now() - startedAt).toBeLessThan(7_000);
  await close();
});

test('without DATABASE_URL openDatabase starts the embedded PostgreSQL, restarts it after a crash, and stops it on close', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const opening = await openFor({ dataDir: folder.path });
  const { db, ping, close } = await opening.database;
  const clusterFolder = join(folder.path, 'postgres');
  await db.execute(sql`create table notes as select 'kept' as text`);

  process.kill((await runningPostmaster({ clusterFolder })) ?? 0, 'SIGKILL');
  await expect.poll(opening.logged, { timeout: 5_000 }).toContain('the embedded PostgreSQL is back');
  await expect.poll(() => failureOf(ping())).toBeUndefined();
  expect((await db.execute(sql`select text from notes`)).rows).toEqual([{ text: 'kept' }]);
  await close();
  expect(await runningPostmaster({ clusterFolder })).toBeUndefined();
});
