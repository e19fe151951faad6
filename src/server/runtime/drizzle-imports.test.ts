import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createDrizzleResolve } from './drizzle-imports.ts';

const folder = new URL('../../../node_modules/drizzle-orm/', import.meta.url);
const ours = import.meta.url;
const context = (parentURL: string, conditions = ['node', 'import']) => ({
  parentURL,
  conditions,
  importAttributes: {},
});

/** Resolves as Node does, and counts the questions. */
function countingNext() {
  let asked = 0;
  const next = (specifier: string) => {
    asked += 1;
    return { url: import.meta.resolve(specifier), format: 'module' };
  };
  return { next, asked: () => asked };
}

test('Node resolves an entry of drizzle-orm once for all files of the product', () => {
  const resolve = createDrizzleResolve();
  const { next, asked } = countingNext();
  for (const entry of ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm', 'drizzle-orm/pg-core'])
    expect(resolve(entry, context(ours), next)).toMatchObject({
      url: import.meta.resolve(entry),
      format: 'module',
    });
  expect(asked()).toBe(2);
});

test('Node itself resolves other packages, imports of other packages, and require()', () => {
  const resolve = createDrizzleResolve();
  const { next, asked } = countingNext();
  const elsewhere = new URL('../better-auth/index.js', folder).href;
  for (let times = 0; times < 2; times += 1) {
    resolve('zod', context(ours), next);
    resolve('drizzle-orm', context(elsewhere), next);
    resolve('drizzle-orm', context(ours, ['node', 'require']), next);
  }
  expect(asked()).toBe(6);
});

test('inside drizzle-orm an import by path is the ES module at that path', async () => {
  const resolve = createDrizzleResolve();
  const { next, asked } = countingNext();
  const parent = new URL('index.js', folder).href;
  expect(resolve('./sql/index.js', context(parent), next)).toMatchObject({
    url: new URL('sql/index.js', folder).href,
    format: 'module',
  });
  expect(asked()).toBe(0);
  resolve('./sql/index.cjs', context(new URL('index.cjs', folder).href, ['node', 'require']), next);
  resolve('./sql/index.js', context(parent, ['node', 'require']), next);
  expect(asked()).toBe(2);
  // All its files belong to one package.json, so the format holds for them all.
  const files = await readdir(fileURLToPath(folder), { recursive: true });
  expect(files.filter((file) => file.endsWith('package.json') && !file.includes('node_modules'))).toEqual([
    'package.json',
  ]);
  expect(JSON.parse(await readFile(new URL('package.json', folder), 'utf8')).type).toBe('module');
});

test('each import by path inside drizzle-orm names a file of the package', async () => {
  const resolve = createDrizzleResolve();
  const entries = await readdir(fileURLToPath(folder), { recursive: true });
  const next = (specifier: string): never => {
    throw new Error(`Node would resolve ${specifier} itself`);
  };
  let resolved = 0;
  for (const entry of entries.filter((each) => each.endsWith('.js'))) {
    const parent = new URL(entry, folder);
    for (const [, specifier = ''] of (await readFile(parent, 'utf8')).matchAll(/from "(\.[^"]+)"/g)) {
      const { url } = resolve(specifier, context(parent.href), next);
      expect(existsSync(new URL(url)), `${specifier} in ${entry}`).toBe(true);
      resolved += 1;
    }
  }
  expect(resolved).toBeGreaterThan(1_000);
});

test('a program with these hooks gets the same drizzle-orm', async () => {
  const hooks = registerHooks({ resolve: createDrizzleResolve() });
  try {
    const again = await import('drizzle-orm');
    expect(again.eq).toBe((await import('drizzle-orm/sql')).eq);
  } finally {
    hooks.deregister();
  }
});
