import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { readOrCreateSecret } from './secret-file.ts';

test('a secret is created once and read afterwards', async () => {
  await using folder = await temporaryFolder();
  const first = await readOrCreateSecret({ dataDir: folder.path, name: 'session' });
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await readOrCreateSecret({ dataDir: folder.path, name: 'session' })).toBe(first);
  expect(await readOrCreateSecret({ dataDir: folder.path, name: 'another' })).not.toBe(first);
});

test('concurrent callers get the same secret, and no other file remains', async () => {
  await using folder = await temporaryFolder();
  const askers = Array.from({ length: 30 }, () =>
    readOrCreateSecret({ dataDir: folder.path, name: 'session' }),
  );
  expect(new Set(await Promise.all(askers)).size).toBe(1);
  expect(await readdir(join(folder.path, 'secrets'))).toEqual(['session']);
});

test('only the owner may read a secret', async () => {
  await using folder = await temporaryFolder();
  await readOrCreateSecret({ dataDir: folder.path, name: 'session' });
  expect((await stat(join(folder.path, 'secrets'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder.path, 'secrets', 'session'))).mode & 0o777).toBe(0o600);
});

test('readOrCreateSecret refuses an empty file', async () => {
  await using folder = await temporaryFolder();
  await readOrCreateSecret({ dataDir: folder.path, name: 'session' });
  const path = join(folder.path, 'secrets', 'session');
  await writeFile(path, '');
  await expect(readOrCreateSecret({ dataDir: folder.path, name: 'session' })).rejects.toThrow(
    `${path} is empty`,
  );
  expect(await readFile(path, 'utf8')).toBe('');
});
