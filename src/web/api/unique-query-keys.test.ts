import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('no two queries share a literal key, which would fill the cache of one with data of the other', async () => {
  const names = await readdir('src/web', { recursive: true });
  const sources = names.filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const texts = await Promise.all(sources.map((name) => readFile(`src/web/${name}`, 'utf8')));
  const keys = texts.flatMap((text) =>
    [...text.matchAll(/queryOptions\(\{\s*queryKey: (\[[^\]]*\])/g)].map(([, key]) => key),
  );
  expect(keys).toContain("['plan-usage']");
  expect(keys).toEqual([...new Set(keys)]);
});
