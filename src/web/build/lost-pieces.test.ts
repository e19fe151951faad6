import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { lostPieces } from './lost-pieces.ts';

const path = 'node_modules/react-router/dist/production/lib/dom/ssr/routeModules.js';

function transform(code: string) {
  const { transform: hook } = lostPieces();
  if (typeof hook !== 'function') throw new Error('the plugin has no transform');
  const result: unknown = Reflect.apply(hook, {}, [code, `/project/${path}`]);
  return (result as { code: string }).code;
}

/** Runs the library's own function, as the build leaves it, with a piece that does not exist. */
async function loadLostPiece(answer: () => Promise<{ status: number }>) {
  let reloads = 0;
  const location = { href: 'http://127.0.0.1/contato', reload: () => void (reloads += 1) };
  const source = transform(await readFile(path, 'utf8')).replace(/^export .*$/m, '');
  const make = new Function(
    'window',
    'fetch',
    'console',
    `${source.replaceAll('import.meta.hot', 'false')}; return loadRouteModule;`,
  );
  const load = make({ location }, answer, { error: () => {} });
  const outcome = await Promise.race([
    load({ id: 'a', module: 'data:text/javascript,throw new Error("lost")' }, {}).catch(() => 'thrown'),
    new Promise((resolve) => setTimeout(resolve, 200, 'waiting')),
  ]);
  return { outcome, reloads };
}

test('without an answer of the server nothing is reloaded, and the fault reaches the error screen', async () => {
  expect(await loadLostPiece(() => Promise.reject(new Error('offline')))).toEqual({
    outcome: 'thrown',
    reloads: 0,
  });
  expect(await loadLostPiece(async () => ({ status: 502 }))).toEqual({ outcome: 'thrown', reloads: 0 });
});

test('where the server answers, the page is from an older version and is loaded anew', async () => {
  expect(await loadLostPiece(async () => ({ status: 200 }))).toEqual({ outcome: 'waiting', reloads: 1 });
});

test('a changed library stops the build and says where to look', () => {
  expect(() => transform('export const changed = true;')).toThrow(/lost-pieces\.ts/);
});
