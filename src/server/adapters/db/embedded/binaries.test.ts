import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { findBinaries, platformPackage } from './binaries.ts';
import { findOwner } from './postgres-system-user.ts';

const asRoot = test.runIf(process.getuid?.() === 0);

/** Copies what a program needs to start: no time zones, which are most of the files, and no static libraries. */
async function packageIn(folder: string) {
  const copy = join(folder, 'package');
  const filter = (path: string) => extname(path) !== '.a' && !path.includes('/share/');
  await cp(platformPackage(), copy, { recursive: true, verbatimSymlinks: true, filter });
  return copy;
}

async function find(packageFolder: string, systemFolder: string) {
  const logLines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logLines.push(line) });
  const owner = await findOwner(undefined);
  const binaries = await findBinaries({ owner, systemFolder, log, packageFolder });
  return { binaries, logLines };
}

asRoot('findBinaries copies binaries once if their system user cannot reach them', async () => {
  await using closed = await temporaryFolder({ closed: true, fast: true });
  await using system = await temporaryFolder({ fast: true });
  const packageFolder = await packageIn(closed.path);
  const first = await find(packageFolder, system.path);
  const target = dirname(dirname(first.binaries.postgres));
  expect(dirname(target)).toBe(system.path);
  expect(first.logLines.join('')).toContain(`copied to ${target}`);
  const made = await stat(first.binaries.postgres);

  // A killed copy leaves this behind.
  const abandoned = `${target}.init-${process.pid}-abcd1234`;
  await mkdir(abandoned);
  await writeFile(join(abandoned, 'half'), '');
  const second = await find(packageFolder, system.path);
  expect(second.binaries).toEqual(first.binaries);
  expect(second.logLines).toEqual([]);
  expect((await stat(second.binaries.postgres)).ino).toBe(made.ino);

  // After the copy was lost, two processes copy at once: one complete copy results, and no leftovers.
  await rm(target, { recursive: true });
  const both = await Promise.all([find(packageFolder, system.path), find(packageFolder, system.path)]);
  expect(both.map(({ binaries }) => binaries)).toEqual([first.binaries, first.binaries]);
  expect(await readdir(system.path)).toEqual([target.slice(system.path.length + 1)]);
});

longTest('findBinaries restores missing symbolic links', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const packageFolder = await packageIn(folder.path);
  const libraries = join(packageFolder, 'native/lib');
  for (const file of await readdir(libraries, { withFileTypes: true }))
    if (file.isSymbolicLink()) await rm(join(libraries, file.name));
  const { binaries } = await find(packageFolder, '/nowhere');
  expect(binaries.postgres).toBe(join(packageFolder, 'native/bin/postgres'));
  expect(binaries.majorVersion).toBe('18');
});

test('findBinaries says that the binaries cannot run on this system', async () => {
  await using folder = await temporaryFolder({ fast: true });
  await using system = await temporaryFolder({ fast: true });
  const packageFolder = await packageIn(folder.path);
  await writeFile(join(packageFolder, 'native/bin/postgres'), 'not a program');
  await expect(find(packageFolder, system.path)).rejects.toThrow(
    /The embedded PostgreSQL cannot run on this system\. Set DATABASE_URL/,
  );
});
