import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { queryRows, runningPostmaster, startTestPostgres } from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const run = promisify(execFile);
// Each test makes databases on a real disk, most of them two.
vi.setConfig({ testTimeout: 120_000 });

/** An ordinary user's PostgreSQL runs as that user and reaches whatever they reach. */
const asRoot = test.runIf(process.getuid?.() === 0);

const noteIn = (url: string, text: string) =>
  queryRows(url, `create table notes as select '${text}' as text`);
const notesIn = (url: string) => queryRows(url, 'select text from notes');

asRoot('below a folder closed to others the database lies in the data folder all the same', async () => {
  await using system = await temporaryFolder({ fast: true });
  await using folder = await temporaryFolder({ closed: true });
  const first = await startTestPostgres(folder.path, { systemFolder: system.path });
  expect(first.place).toBe(join(folder.path, 'postgres'));
  expect(await readdir(folder.path)).toEqual(['postgres', 'secrets']);
  expect((await stat(join(folder.path, 'secrets'))).mode & 0o777).toBe(0o700);
  await noteIn(first.url, 'kept');
  // Enough for it to write files while it runs, and to read its settings again.
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
  // Programs at most: nothing of a person.
  const outside = await readdir(system.path);
  expect(outside.filter((name) => !name.startsWith('postgresql-'))).toEqual([]);
});

asRoot('a copy of a closed data folder holds every account, and a removed one holds none', async () => {
  await using system = await temporaryFolder({ fast: true });
  await using folder = await temporaryFolder({ closed: true });
  const first = await startTestPostgres(folder.path, { systemFolder: system.path });
  await noteIn(first.url, 'old');
  await first.stop();
  const copy = `${folder.path}-copy`;
  await run('cp', ['-a', folder.path, copy]);
  await rm(folder.path, { recursive: true });

  const anew = await startTestPostgres(folder.path, { systemFolder: system.path });
  expect(await queryRows(anew.url, `select to_regclass('notes') as found`)).toEqual([{ found: null }]);
  const copied = await startTestPostgres(copy, { systemFolder: system.path });
  expect(await notesIn(copied.url)).toEqual([{ text: 'old' }]);
  await anew.stop();
  await copied.stop();
});

/** As releases before this one kept it: a folder of the system, named in the data folder. */
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

asRoot.each([
  ['on the same disk', false],
  ['on another disk', true],
])(
  'a database that an earlier release kept outside, %s, is moved into its data folder',
  async (_title, fast) => {
    await using system = await temporaryFolder({ fast });
    await using folder = await temporaryFolder({ closed: true });
    const { home, made } = await keptOutside(folder.path, system.path);
    await made.stop();
    const starts = await Promise.all(
      [1, 2].map(() => startTestPostgres(folder.path, { systemFolder: system.path })),
    );
    for (const started of starts) {
      expect(started.place).toBe(join(folder.path, 'postgres'));
      expect(await notesIn(started.url)).toEqual([{ text: 'kept' }]);
    }
    const logged = starts.map((started) => started.logged()).join('');
    expect(logged).toContain(`the database was moved from ${join(home, 'postgres')} to`);
    expect(await readdir(folder.path)).toEqual(['postgres', 'secrets']);
    expect(await readdir(system.path)).not.toContain(basename(home));
    for (const started of starts) await started.stop();
  },
);

asRoot('one that still runs outside is used there, and moved at the start after it stopped', async () => {
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
  expect(after.place).toBe(join(folder.path, 'postgres'));
  expect(await notesIn(after.url)).toEqual([{ text: 'kept' }]);
  await after.stop();
});

asRoot('a data folder whose database outside is gone does not begin with no accounts', async () => {
  await using system = await temporaryFolder({ fast: true });
  await using folder = await temporaryFolder({ closed: true });
  await writeFile(join(folder.path, 'postgres-place'), join(system.path, 'data-of-old'));
  await expect(startTestPostgres(folder.path, { systemFolder: system.path })).rejects.toThrow(
    /was kept in .*data-of-old, which is gone: put it back/,
  );
});

asRoot(
  'accounts that a deleted data folder left outside are not used, and every start names them',
  async () => {
    await using system = await temporaryFolder({ fast: true });
    await using folder = await temporaryFolder({ closed: true });
    const { home, made } = await keptOutside(folder.path, system.path);
    await made.stop();
    await rm(folder.path, { recursive: true });
    const anew = await startTestPostgres(folder.path, { systemFolder: system.path });
    expect(await queryRows(anew.url, `select to_regclass('notes') as found`)).toEqual([{ found: null }]);
    expect(anew.logged()).toContain(`${home} still holds the accounts of an earlier data folder`);
    await anew.stop();
  },
);

asRoot('a data folder that can be reached keeps its database, also when it is moved', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const first = await startTestPostgres(folder.path);
  expect(first.place).toBe(join(folder.path, 'postgres'));
  expect((await stat(first.place)).uid).not.toBe(0);
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

asRoot('an ordinary user’s database goes on as that user when root starts it', async () => {
  const somebody = 65_534;
  await using folder = await temporaryFolder({ fast: true });
  const first = await startTestPostgres(folder.path);
  await first.stop();
  await run('chown', ['-R', `${somebody}:${somebody}`, folder.path]);
  const second = await startTestPostgres(folder.path);
  expect((await stat(`/proc/${await runningPostmaster(second)}`)).uid).toBe(somebody);
  await second.stop();
});
