import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { openSourceFiles } from './source-files.ts';

test('a change is a replaced, edited, new or removed source file, also in a new folder', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  const replace = async (name: string, text: string) => {
    await writeFile(at(`${name}~`), text);
    // Two saves within one tick of a coarse clock have the same time.
    await utimes(at(`${name}~`), 1, 1);
    await rename(at(`${name}~`), at(name));
  };
  const { signal } = new AbortController();
  await replace('a.ts', 'one');
  const sources = openSourceFiles([folder.path]);
  const changes = async () =>
    (await sources.nextChange(signal)).map((path) => path.slice(folder.path.length + 1));
  for (const text of ['two', 'six']) {
    await replace('a.ts', text);
    expect(await changes()).toEqual(['a.ts']);
  }
  await writeFile(at('a.ts'), 'three');
  expect(await changes()).toEqual(['a.ts']);
  await mkdir(at('new'));
  await writeFile(at('new/b.sql'), '');
  await rm(at('a.ts'));
  expect((await changes()).sort()).toEqual(['a.ts', 'new/b.sql']);
  await rm(at('new'), { recursive: true });
  expect(await changes()).toEqual(['new/b.sql']);
});

test('tests and the temporary files of editors are no change', async () => {
  await using folder = await temporaryFolder();
  const stop = new AbortController();
  const change = openSourceFiles([folder.path]).nextChange(stop.signal);
  for (const name of ['a.test.ts', 'a.ts~', '.a.ts.swp', '.#a.ts', '4913', 'a.ts___jb_tmp___'])
    await writeFile(join(folder.path, name), '');
  expect(await Promise.race([change, delay(1_000, 'none')])).toBe('none');
  stop.abort();
  await expect(change).rejects.toThrow('aborted');
});

test('a change of many files is reported once, after the last of them', async () => {
  await using folder = await temporaryFolder();
  const sources = openSourceFiles([folder.path]);
  const change = sources.nextChange(new AbortController().signal);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await writeFile(join(folder.path, `${name}.ts`), '');
    await delay(100);
  }
  expect(await change).toHaveLength(6);
});

test('every kind of file in the folders of the server counts', async () => {
  const listed = execFileSync('git', ['ls-files', 'src/server', 'src/contract', 'src/domain', 'drizzle'], {
    encoding: 'utf8',
  });
  const kinds = [...new Set(listed.trim().split('\n').map(extname))];
  await using folder = await temporaryFolder();
  const sources = openSourceFiles([folder.path]);
  for (const kind of kinds) await writeFile(join(folder.path, `file${kind}`), '');
  expect(await sources.nextChange(new AbortController().signal)).toHaveLength(kinds.length);
});
