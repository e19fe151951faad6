import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { checkDataFolder } from './check-data-folder.ts';

test('processes of the same id that start at once on one folder do not disturb each other', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const dataDir = join(folder.path, 'dados');
  const startOften = async () => {
    for (let start = 0; start < 250; start += 1) await checkDataFolder(dataDir);
  };
  await Promise.all(Array.from({ length: 8 }, startOften));
  expect(await readdir(dataDir)).toEqual([]);
});

test('a folder that cannot be written to is told, with what to do', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const dataDir = join(folder.path, 'dados');
  await writeFile(dataDir, 'a file stands there');
  await expect(checkDataFolder(dataDir)).rejects.toThrow(/cannot be written to .*another one with DATA_DIR=/);
});
