import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { unusedParts } from './strip-react-router-features.ts';

const lib = 'node_modules/react-router/dist/production/lib';
const router = `${lib}/router/router.js`;
const discovery = `${lib}/dom/ssr/fog-of-war.js`;

function transform(path: string, code: string) {
  const { transform: hook } = unusedParts();
  if (typeof hook !== 'function') throw new Error('the plugin has no transform');
  return Reflect.apply(hook, {}, [code, `/project/${path}`]) as { code: string } | undefined;
}

test.each([
  [router, /if \(init\.instrumentations\)/],
  [discovery, /isFogOfWarEnabled\(routeDiscovery, ssr\)\)? (\|\||return)/],
])('what hangs from an option that nobody gives is cut off in %s', async (path, hanging) => {
  const before = await readFile(path, 'utf8');
  const { code = '' } = transform(path, before) ?? {};
  expect(before).toMatch(hanging);
  expect(code).not.toMatch(hanging);
});

test('other files stay as they are, and a changed one stops the build', () => {
  expect(transform('src/web/root.tsx', 'if (init.instrumentations) {')).toBeUndefined();
  expect(() => transform(router, 'export const changed = true;')).toThrow(/unused-parts\.ts/);
});

test('a file that moved stops the build', () => {
  const { buildEnd } = unusedParts();
  if (typeof buildEnd !== 'function') throw new Error('the plugin has no buildEnd');
  expect(() => Reflect.apply(buildEnd, {}, [])).toThrow(/it moved/);
});
