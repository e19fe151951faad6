import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { isVerified, markVerified, modelPaths } from './model-files.ts';

test('processes with the same pid can mark a model at the same time', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const paths = modelPaths(folder.path, { files: [{ file: 'modelo.bin', bytes: 6, sha256: 'soma' }] });
  const [file] = paths.files;
  if (file === undefined) throw new Error('the model has one file');
  await mkdir(paths.folder, { recursive: true });
  await writeFile(file.path, 'modelo');
  await Promise.all(Array.from({ length: 30 }, () => markVerified(file)));
  expect(isVerified(paths)).toBe(true);
  expect((await readdir(paths.folder)).sort()).toEqual(['modelo.bin', 'modelo.bin.verified']);
});
