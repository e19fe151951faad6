import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  queryRows,
  runningPostmaster,
  startPostgresProcess,
  startTestPostgres,
} from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

/** Made once: each test starts it and leaves it stopped. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ fast: true });
});
afterAll(() => folder[Symbol.asyncDispose]());

const sessionOf = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
};

test('what was written is there after a stop and a start, also below a path that is hard to write', async () => {
  await using folder = await temporaryFolder({ name: `Áudios do "João" & $HOME 'é'`, fast: true });
  const first = await startTestPostgres(folder.path);
  await queryRows(first.url, `create table notes as select 'olá' as text`);
  await first.stop();
  expect(await runningPostmaster(first)).toBeUndefined();

  const second = await startTestPostgres(folder.path);
  expect(await queryRows(second.url, 'select text from notes')).toEqual([{ text: 'olá' }]);
  // The same port, so that a process which lost it meanwhile finds it again.
  expect(second.url).toBe(first.url);
  await second.stop();
});

test('words are sorted and folded as in Portuguese, in UTF-8', async () => {
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

test('an order that newer programs changed is made again, once', async () => {
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

test('it is for this machine alone, behind a password, and loses nothing that it acknowledged', async () => {
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
  'Ctrl-C in the terminal does not reach it before our stop',
  async () => {
    const postgres = await startTestPostgres(folder.path);
    const pid = await runningPostmaster(postgres);
    expect(await sessionOf(pid ?? 0)).toBe(pid);
    expect(await sessionOf(process.pid)).not.toBe(pid);
    await postgres.stop();
  },
);

test('after a kill -9 of its process the next start joins it, and stops it in the end', async () => {
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

test('processes that share it: who leaves early leaves it running, the last one turns it off', async () => {
  const early = startPostgresProcess(folder.path);
  await early.started;
  const last = await startTestPostgres(folder.path);
  expect(await early.leave()).toEqual([0, null]);
  expect(await queryRows(last.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await last.stop();
  expect(await runningPostmaster(last)).toBeUndefined();
});

test('processes that leave at the same moment do not each leave it to the other', async () => {
  const others = [startPostgresProcess(folder.path), startPostgresProcess(folder.path)];
  await Promise.all(others.map((other) => other.started));
  const here = await startTestPostgres(folder.path);
  await Promise.all([...others.map((other) => other.leave()), here.stop()]);
  expect(await runningPostmaster(here)).toBeUndefined();
});

test('processes that start at the same moment in an empty folder share one', async () => {
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

test('when it dies meanwhile it is started again where the others look for it', async () => {
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

  // Both noticed, and both still count each other.
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

test('ensureRunning answers at once while it runs, and only when it runs again after it died', async () => {
  const postgres = await startTestPostgres(folder.path);
  await postgres.ensureRunning();
  process.kill((await runningPostmaster(postgres)) ?? 0, 'SIGKILL');
  await delay(20);
  await postgres.ensureRunning();
  expect(await queryRows(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
});
