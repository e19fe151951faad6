import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import {
  queryRows,
  runningPostmaster,
  startPostgresProcess,
  startTestPostgres,
} from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

/** Created once: each test starts it and leaves it stopped. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ fast: true });
});
afterAll(() => folder[Symbol.asyncDispose]());

const sessionOf = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
};

test('data survives a stop and a start, even below a path with quotes, spaces and accents', async () => {
  await using folder = await temporaryFolder({ name: `Áudios do "João" & $HOME 'é'`, fast: true });
  const first = await startTestPostgres(folder.path);
  await queryRows(first.url, `create table notes as select 'olá' as text`);
  await first.stop();
  expect(await runningPostmaster(first)).toBeUndefined();

  const second = await startTestPostgres(folder.path);
  expect(await queryRows(second.url, 'select text from notes')).toEqual([{ text: 'olá' }]);
  // The same port, so that processes which lost the connection can reconnect.
  expect(second.url).toBe(first.url);
  await second.stop();
});

test('PostgreSQL sorts and folds Portuguese words correctly, in UTF-8', async () => {
  const postgres = await startTestPostgres(folder.path);
  const [row] = await queryRows(
    postgres.url,
    `select string_agg(word, ' ' order by word) as sorted, lower('AÇÃO É') as folded,
      current_setting('server_encoding') as encoding
    from unnest(array['zebra', 'água', 'Éden', 'banco', 'ecoar', 'Abacate']) as word`,
  );
  expect(row).toEqual({ sorted: 'Abacate água banco ecoar Éden zebra', folded: 'ação é', encoding: 'UTF8' });
  await postgres.stop();
});

longTest('the start reindexes once after a change of the collation version', async () => {
  const before = await startTestPostgres(folder.path);
  await queryRows(
    before.url,
    `update pg_database set datcollversion = '1.0' where datname in ('postgres', 'template1')`,
  );
  await before.stop();
  const after = await startTestPostgres(folder.path);
  expect(
    await queryRows(
      after.url,
      `select datname from pg_database where datcollversion <> pg_database_collation_actual_version(oid)`,
    ),
  ).toEqual([]);
  await after.stop();
});

test('the embedded PostgreSQL listens on localhost only, requires a password, and has full durability', async () => {
  const postgres = await startTestPostgres(folder.path, { settings: {} });
  const settings = await queryRows<{ name: string; setting: string }>(
    postgres.url,
    `select name, setting from pg_settings
    where name in ('listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit', 'full_page_writes')`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
  });
  const withoutPassword = new URL(postgres.url);
  withoutPassword.password = 'wrong';
  await expect(queryRows(withoutPassword.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  await postgres.stop();
});

test.runIf(process.platform === 'linux')(
  'Ctrl-C in the terminal does not reach PostgreSQL before our own stop',
  async () => {
    const postgres = await startTestPostgres(folder.path);
    const pid = await runningPostmaster(postgres);
    expect(await sessionOf(pid ?? 0)).toBe(pid);
    expect(await sessionOf(process.pid)).not.toBe(pid);
    await postgres.stop();
  },
);

test('the next start after a kill -9 of the process joins its PostgreSQL and stops it in the end', async () => {
  const killed = startPostgresProcess(folder.path);
  const { url } = await killed.started;
  await queryRows(url, `create table notes as select 'kept' as text`);
  await killed.killHard();

  const next = await startTestPostgres(folder.path);
  expect(next.url).toBe(url);
  expect(next.logged()).toContain('joined the embedded PostgreSQL that was already running');
  expect(await queryRows(next.url, 'select text from notes')).toEqual([{ text: 'kept' }]);
  await next.stop();
  expect(await runningPostmaster(next)).toBeUndefined();
});

test('a process that leaves early keeps the shared PostgreSQL running, and the last one stops it', async () => {
  const early = startPostgresProcess(folder.path);
  await early.started;
  const last = await startTestPostgres(folder.path);
  expect(await early.leave()).toEqual([0, null]);
  expect(await queryRows(last.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await last.stop();
  expect(await runningPostmaster(last)).toBeUndefined();
});

longTest('processes that leave at the same moment still stop PostgreSQL', async () => {
  const others = [startPostgresProcess(folder.path), startPostgresProcess(folder.path)];
  await Promise.all(others.map((other) => other.started));
  const here = await startTestPostgres(folder.path);
  await Promise.all([...others.map((other) => other.leave()), here.stop()]);
  expect(await runningPostmaster(here)).toBeUndefined();
});

longTest('processes that start at the same moment in an empty folder share one PostgreSQL', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const others = [startPostgresProcess(folder.path), startPostgresProcess(folder.path)];
  const [here, alsoHere] = await Promise.all([
    startTestPostgres(folder.path),
    startTestPostgres(folder.path),
  ]);
  const urls = (await Promise.all(others.map((other) => other.started))).map(({ url }) => url);
  expect(new Set([...urls, here.url, alsoHere.url]).size).toBe(1);
  await Promise.all([...others.map((other) => other.leave()), here.stop(), alsoHere.stop()]);
  expect(await runningPostmaster(here)).toBeUndefined();
});

test('PostgreSQL restarts on the same port after a crash', async () => {
  const other = startPostgresProcess(folder.path);
  await other.started;
  const postgres = await startTestPostgres(folder.path);
  const before = await runningPostmaster(postgres);
  process.kill(before ?? 0, 'SIGKILL');
  await expect
    .poll(() => queryRows(postgres.url, 'select 1 as one').catch(() => []), { timeout: 5_000 })
    .toHaveLength(1);
  expect(await runningPostmaster(postgres)).not.toBe(before);
  await expect.poll(postgres.logged).toContain('the embedded PostgreSQL is back');

  // Both processes have reconnected and still count each other.
  await expect
    .poll(() =>
      queryRows(postgres.url, `select 1 from pg_stat_activity where application_name = 'escriba presence'`),
    )
    .toHaveLength(2);
  await other.leave();
  expect(await queryRows(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
  expect(await runningPostmaster(postgres)).toBeUndefined();
});

test('ensureRunning resolves at once while PostgreSQL runs, and after a crash only once it runs again', async () => {
  const postgres = await startTestPostgres(folder.path);
  await postgres.ensureRunning();
  process.kill((await runningPostmaster(postgres)) ?? 0, 'SIGKILL');
  await delay(20);
  await postgres.ensureRunning();
  expect(await queryRows(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
});
