import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { isVerified, markVerified, modelPaths } from './model-files.ts';

test('processes with the same pid can mark a model at the same time', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const paths = modelPaths(folder.path, { file: 'modelo.bin' });
  await mkdir(paths.folder, { recursive: true });
  await writeFile(paths.path, 'modelo');
  await Promise.all(Array.from({ length: 30 }, () => markVerified(paths, 'soma')));
  expect(isVerified(paths, { bytes: 6, sha256: 'soma' })).toBe(true);
  expect((await readdir(paths.folder)).sort()).toEqual(['modelo.bin', 'modelo.bin.verified']);
});
