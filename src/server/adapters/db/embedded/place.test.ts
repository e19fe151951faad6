import { execFile } from 'node:child_process';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ask, postgresAt, postmasterOf } from '#tests/setup/postgres-at.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const run = promisify(execFile);

/** An ordinary user's PostgreSQL runs as that user and reaches whatever they reach. */
const asRoot = test.runIf(process.getuid?.() === 0);

asRoot(
  'below a folder closed to others the database finds a place that its system user reaches',
  async () => {
    await using system = await temporaryFolder({ fast: true });
    await using folder = await temporaryFolder({ closed: true });
    const first = await postgresAt(folder.path, { systemFolder: system.path });
    expect(dirname(dirname(first.place))).toBe(system.path);
    expect((await readFile(join(folder.path, 'postgres-place'), 'utf8')).trim()).toBe(dirname(first.place));
    const told = first.logged().match(/the database is kept in ([^:]+):/);
    expect(told?.[1]).toBe(dirname(first.place));
    expect((await stat(join(folder.path, 'secrets'))).mode & 0o777).toBe(0o700);
    await ask(first.url, `create table notes as select 'kept' as text`);
    await first.stop();

    const second = await postgresAt(folder.path, { systemFolder: system.path });
    expect(second.place).toBe(first.place);
    expect(second.logged()).not.toContain('the database is kept in');
    expect(await ask(second.url, 'select text from notes')).toEqual([{ text: 'kept' }]);
    await second.stop();
    expect(await postmasterOf(second)).toBeUndefined();
  },
);

asRoot('a removed data folder begins anew, without the old database under it', async () => {
  await using system = await temporaryFolder({ fast: true });
  await using folder = await temporaryFolder({ closed: true });
  const first = await postgresAt(folder.path, { systemFolder: system.path });
  await ask(first.url, `create table notes as select 'old' as text`);
  await first.stop();
  await rm(folder.path, { recursive: true });

  const second = await postgresAt(folder.path, { systemFolder: system.path });
  expect(second.place).not.toBe(first.place);
  expect(await ask(second.url, `select to_regclass('notes') as found`)).toEqual([{ found: null }]);
  await second.stop();
});

asRoot('a data folder that can be reached keeps its database, also when it is moved', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const first = await postgresAt(folder.path);
  expect(first.place).toBe(join(folder.path, 'postgres'));
  expect((await stat(first.place)).uid).not.toBe(0);
  expect(await readdir(folder.path)).toEqual(['postgres', 'secrets']);
  await ask(first.url, `create table notes as select 'kept' as text`);
  await first.stop();

  const moved = `${folder.path}-moved`;
  await rename(folder.path, moved);
  const second = await postgresAt(moved);
  expect(await ask(second.url, 'select text from notes')).toEqual([{ text: 'kept' }]);
  await second.stop();
  await rename(moved, folder.path);
});

asRoot('an ordinary user’s database goes on as that user when root starts it', async () => {
  const somebody = 65_534;
  await using folder = await temporaryFolder({ fast: true });
  const first = await postgresAt(folder.path);
  await first.stop();
  await run('chown', ['-R', `${somebody}:${somebody}`, folder.path]);
  const second = await postgresAt(folder.path);
  expect((await stat(`/proc/${await postmasterOf(second)}`)).uid).toBe(somebody);
  await second.stop();
});
