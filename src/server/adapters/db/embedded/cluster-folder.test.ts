import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { isLong } from '#tests/helpers/long-tests.ts';
import { queryRows, runningPostmaster, startTestPostgres } from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const run = promisify(execFile);
// Each test creates databases on a real disk, most of them two.
vi.setConfig({ testTimeout: 120_000 });

/** Without root, PostgreSQL runs as the current user and has the same access. */
const isRoot = process.getuid?.() === 0;
const asRoot = test.runIf(isRoot);
const longAsRoot = test.runIf(isRoot && isLong);

const noteIn = (url: string, text: string) =>
  queryRows(url, `create table notes as select '${text}' as text`);
const notesIn = (url: string) => queryRows(url, 'select text from notes');

asRoot('a cluster below a closed folder still lies in the data folder', async () => {
  await using system = await temporaryFolder({ fast: true });
  await using folder = await temporaryFolder({ closed: true });
  const first = await startTestPostgres(folder.path, { systemFolder: system.path });
  expect(first.clusterFolder).toBe(join(folder.path, 'postgres'));
  expect(await readdir(folder.path)).toEqual(['postgres', 'secrets']);
  expect((await stat(join(folder.path, 'secrets'))).mode & 0o777).toBe(0o700);
  await noteIn(first.url, 'kept');
  // Enough to make PostgreSQL write files and reload its settings.
  await queryRows(first.url, 'create table numbers as select generate_series(1, 100000) as n');
  await queryRows(first.url, 'checkpoint');
  await queryRows(first.url, 'select pg_reload_conf()');
  const joined = await startTestPostgres(folder.path, { systemFolder: system.path });
  expect(joined.url).toBe(first.url);
  await joined.stop();
  await first.stop();
  expect(await runningPostmaster(first)).toBeUndefined();

  const second = await startTestPostgres(folder.path, { systemFolder: system.path });
  expect(await notesIn(second.url)).toEqual([{ text: 'kept' }]);
  await second.stop();
  // At most binaries: no personal data.
  const outside = await readdir(system.path);
  expect(outside.filter((name) => !name.startsWith('postgresql-'))).toEqual([]);
});

longAsRoot(
  'a copy of a closed data folder contains every account, and a new folder starts empty',
  async () => {
    await using system = await temporaryFolder({ fast: true });
    await using folder = await temporaryFolder({ closed: true });
    const first = await startTestPostgres(folder.path, { systemFolder: system.path });
    await noteIn(first.url, 'old');
    await first.stop();
    const copy = `${folder.path}-copy`;
    await run('cp', ['-a', folder.path, copy]);
    await rm(folder.path, { recursive: true });

    const fresh = await startTestPostgres(folder.path, { systemFolder: system.path });
    expect(await queryRows(fresh.url, `select to_regclass('notes') as found`)).toEqual([{ found: null }]);
    const copied = await startTestPostgres(copy, { systemFolder: system.path });
    expect(await notesIn(copied.url)).toEqual([{ text: 'old' }]);
    await fresh.stop();
    await copied.stop();
  },
);

/** Earlier releases used a system folder and stored its path in the data folder. */
async function keptOutside(dataDir: string, system: string) {
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const home = join(system, `data-${key}-0a1b2c`);
  await mkdir(home);
  await run('chmod', ['755', system, home]);
  const made = await startTestPostgres(home);
  await noteIn(made.url, 'kept');
  await run('mv', [join(home, 'secrets'), join(dataDir, 'secrets')]);
  await writeFile(join(dataDir, 'postgres-place'), `${home}\n`);
  return { home, made };
}

longAsRoot.each([
  ['on the same disk', false],
  ['on another disk', true],
])('a cluster that an earlier release kept outside, %s, moves into the data folder', async (_title, fast) => {
  await using system = await temporaryFolder({ fast });
  await using folder = await temporaryFolder({ closed: true });
  const { home, made } = await keptOutside(folder.path, system.path);
  await made.stop();
  const starts = await Promise.all(
    [1, 2].map(() => startTestPostgres(folder.path, { systemFolder: system.path })),
  );
  for (const started of starts) {
    expect(started.clusterFolder).toBe(join(folder.path, 'postgres'));
    expect(await notesIn(started.url)).toEqual([{ text: 'kept' }]);
  }
  const logged = starts.map((started) => started.logged()).join('');
  expect(logged).toContain(`the database was moved from ${join(home, 'postgres')} to`);
  expect(await readdir(folder.path)).toEqual(['postgres', 'secrets']);
  expect(await readdir(system.path)).not.toContain(basename(home));
  for (const started of starts) await started.stop();
});

asRoot('a running cluster outside stays in use and moves inside at the next start', async () => {
  await using system = await temporaryFolder({ fast: true });
  await using folder = await temporaryFolder({ closed: true });
  const { made } = await keptOutside(folder.path, system.path);
  const during = await startTestPostgres(folder.path, { systemFolder: system.path });
  expect(during.url).toBe(made.url);
  expect(during.logged()).toContain('the next start after a stop moves it inside');
  await made.stop();
  expect(await notesIn(during.url)).toEqual([{ text: 'kept' }]);
  await during.stop();
  const after = await startTestPostgres(folder.path, { systemFolder: system.path });
  expect(after.clusterFolder).toBe(join(folder.path, 'postgres'));
  expect(await notesIn(after.url)).toEqual([{ text: 'kept' }]);
  await after.stop();
});

asRoot('a data folder whose outside cluster is missing does not start with an empty database', async () => {
  await using system = await temporaryFolder({ fast: true });
  await using folder = await temporaryFolder({ closed: true });
  await writeFile(join(folder.path, 'postgres-place'), join(system.path, 'data-of-old'));
  await expect(startTestPostgres(folder.path, { systemFolder: system.path })).rejects.toThrow(
    /was kept in .*data-of-old, which is gone: put it back/,
  );
});

longAsRoot(
  'the start ignores a cluster that a deleted data folder left outside, and always warns about it',
  async () => {
    await using system = await temporaryFolder({ fast: true });
    await using folder = await temporaryFolder({ closed: true });
    const { home, made } = await keptOutside(folder.path, system.path);
    await made.stop();
    await rm(folder.path, { recursive: true });
    const fresh = await startTestPostgres(folder.path, { systemFolder: system.path });
    expect(await queryRows(fresh.url, `select to_regclass('notes') as found`)).toEqual([{ found: null }]);
    expect(fresh.logged()).toContain(`${home} still holds the accounts of an earlier data folder`);
    await fresh.stop();
  },
);

asRoot('a reachable data folder keeps its cluster, even after a move', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const first = await startTestPostgres(folder.path);
  expect(first.clusterFolder).toBe(join(folder.path, 'postgres'));
  expect((await stat(first.clusterFolder)).uid).not.toBe(0);
  expect(await readdir(folder.path)).toEqual(['postgres', 'secrets']);
  await queryRows(first.url, `create table notes as select 'kept' as text`);
  await first.stop();

  const moved = `${folder.path}-moved`;
  await rename(folder.path, moved);
  const second = await startTestPostgres(moved);
  expect(await queryRows(second.url, 'select text from notes')).toEqual([{ text: 'kept' }]);
  await second.stop();
  await rename(moved, folder.path);
});

longAsRoot('a cluster of an ordinary user keeps running as that user when root starts it', async () => {
  const ordinaryUser = 65_534;
  await using folder = await temporaryFolder({ fast: true });
  const first = await startTestPostgres(folder.path);
  await first.stop();
  await run('chown', ['-R', `${ordinaryUser}:${ordinaryUser}`, folder.path]);
  const second = await startTestPostgres(folder.path);
  expect((await stat(`/proc/${await runningPostmaster(second)}`)).uid).toBe(ordinaryUser);
  await second.stop();
});
