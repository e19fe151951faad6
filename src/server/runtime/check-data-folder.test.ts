import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { checkDataFolder } from './check-data-folder.ts';

test('processes with the same id can check one data folder at the same time', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const dataDir = join(folder.path, 'dados');
  const startOften = async () => {
    for (let start = 0; start < 250; start += 1) await checkDataFolder(dataDir);
  };
  await Promise.all(Array.from({ length: 8 }, startOften));
  expect(await readdir(dataDir)).toEqual([]);
});

test('the error for an unwritable data folder says how to fix it', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const dataDir = join(folder.path, 'dados');
  await writeFile(dataDir, 'a file stands there');
  await expect(checkDataFolder(dataDir)).rejects.toThrow(/cannot be written to .*another one with DATA_DIR=/);
});
