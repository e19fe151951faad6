import { createServer } from 'node:net';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { runningPostmaster, startTestPostgres } from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ fast: true });
});
afterAll(() => folder[Symbol.asyncDispose]());

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

function poolAt(url: string, options: pg.PoolConfig = {}) {
  const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 5_000, ...options });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

test('a PostgreSQL that stops during a query counts as unavailable', async () => {
  const postgres = await startTestPostgres(folder.path);
  const pool = poolAt(postgres.url);
  const failed = failureOf(drizzle(pool).execute('select pg_sleep(20)'));
  await expect
    .poll(() =>
      pool
        .query(`select 1 from pg_stat_activity where query like '%pg_sleep%' and wait_event = 'PgSleep'`)
        .then((found) => found.rowCount),
    )
    .toBe(1);
  await postgres.stop();
  const error = await failed;
  expect(error).toMatchObject({ cause: { code: '57P01' } });
  expect(isDatabaseUnavailable(error)).toBe(true);

  const refused = await failureOf(drizzle(pool).execute('select 1'));
  expect(refused).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  expect(isDatabaseUnavailable(refused)).toBe(true);
  await pool.end();
});

test('a PostgreSQL that is killed during a query counts as unavailable until it has recovered', async () => {
  const postgres = await startTestPostgres(folder.path);
  const pool = poolAt(postgres.url);
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  const failed = failureOf(pool.query('select pg_sleep(20)'));
  process.kill(rows[0].pid, 'SIGKILL');
  const error = await failed;
  expect(String(error)).toMatch(/Connection terminated unexpectedly|ECONNRESET/);
  expect(isDatabaseUnavailable(error)).toBe(true);

  const whileRecovering = await failureOf(pool.query('select 1'));
  if (whileRecovering !== undefined) expect(isDatabaseUnavailable(whileRecovering)).toBe(true);
  await pool.end();
  await postgres.stop();
});

test('a query on a held connection that was lost counts as unavailable', async () => {
  const postgres = await startTestPostgres(folder.path);
  const pool = poolAt(postgres.url);
  const client = await pool.connect();
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await postgres.stop();
  await lost;
  const error = await failureOf(client.query('select 1'));
  expect(error).toMatchObject({ message: expect.stringMatching(/not queryable/) });
  expect(isDatabaseUnavailable(error)).toBe(true);
  client.release();
  await pool.end();
});

test('an exhausted pool and a PostgreSQL without free connections count as unavailable', async () => {
  const postgres = await startTestPostgres(folder.path, {
    settings: { fsync: 'off', max_connections: '6', superuser_reserved_connections: '1' },
  });
  const narrow = poolAt(postgres.url, { max: 1, connectionTimeoutMillis: 300 });
  const held = await narrow.connect();
  const waited = await failureOf(narrow.query('select 1'));
  expect(waited).toMatchObject({ message: 'timeout exceeded when trying to connect' });
  expect(isDatabaseUnavailable(waited)).toBe(true);
  held.release();
  await narrow.end();

  const greedy = poolAt(postgres.url, { max: 20 });
  const failures = await Promise.all(
    Array.from({ length: 20 }, () => failureOf(greedy.query('select pg_sleep(0.3)'))),
  );
  const refused = failures.filter((failure) => failure !== undefined);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ code: '53300' });
  expect(refused.every(isDatabaseUnavailable)).toBe(true);
  await greedy.end();
  await postgres.stop();
});

test('a silent server, a frozen PostgreSQL and an unknown host name count as unavailable', async () => {
  const silent = createServer(() => {});
  const { port } = await listenOnFreePort(silent);
  const pool = poolAt(`postgres://ana@127.0.0.1:${port}/postgres`, { connectionTimeoutMillis: 300 });
  const error = await failureOf(drizzle(pool).transaction(async () => {}));
  expect(error).toMatchObject({ message: 'Connection terminated due to connection timeout' });
  expect(isDatabaseUnavailable(error)).toBe(true);
  await pool.end();
  silent.close();

  const postgres = await startTestPostgres(folder.path);
  const frozen = (await runningPostmaster(postgres)) ?? 0;
  process.kill(frozen, 'SIGSTOP');
  const late = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 200 });
  const timedOut = await failureOf(late.connect());
  process.kill(frozen, 'SIGCONT');
  expect(isDatabaseUnavailable(timedOut)).toBe(true);
  await postgres.stop();

  const nowhere = new pg.Client({ connectionString: 'postgres://ana@database.invalid/postgres' });
  expect(isDatabaseUnavailable(await failureOf(nowhere.connect()))).toBe(true);
});

test('a wrong statement, a violated constraint or a wrong password does not count as unavailable', async () => {
  const postgres = await startTestPostgres(folder.path);
  const pool = poolAt(postgres.url);
  const db = drizzle(pool);
  for (const statement of ['select nothing', 'select 1 / 0', `select 'a'::int`, 'select pg_sleep(1)']) {
    await pool.query('set statement_timeout = 100');
    const error = await failureOf(db.execute(statement));
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(error)).toBe(false);
  }
  const wrongPassword = new pg.Client({ connectionString: postgres.url.replace(/:[0-9a-f]+@/, ':wrong@') });
  expect(isDatabaseUnavailable(await failureOf(wrongPassword.connect()))).toBe(false);
  for (const other of [undefined, null, 'Connection terminated', new Error('unrelated'), new TypeError('x')])
    expect(isDatabaseUnavailable(other)).toBe(false);
  const loop = new Error('cyclic cause');
  loop.cause = loop;
  expect(isDatabaseUnavailable(loop)).toBe(false);
  await pool.end();
  await postgres.stop();
});
