import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { patchReactRouterChunkErrors } from './patch-react-router-chunk-errors.ts';

const folder = 'node_modules/react-router/dist/production/lib/dom/ssr';
const lostModule = 'data:text/javascript,throw new Error("lost")';

function transform(path: string, code: string) {
  const { transform: hook } = patchReactRouterChunkErrors();
  if (typeof hook !== 'function') throw new Error('the plugin has no transform');
  const result: unknown = Reflect.apply(hook, {}, [code, `/project/${path}`]);
  return (result as { code: string }).code;
}

/** A function of the library's own file, as the build leaves it, without what ties it to other files. */
async function builtFunction(name: string, file: string, globals: Record<string, unknown> = {}) {
  const path = `${folder}/${file}`;
  const source = transform(path, await readFile(path, 'utf8'))
    .replaceAll(/^(import|export) .*$/gm, '')
    .replaceAll('import.meta.hot', 'false');
  const made = `export default ({ ${Object.keys(globals)} }) => { ${source}\n return ${name}; };`;
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(made)}`);
  return module.default(globals);
}

/** Goes to a page whose piece does not exist. */
async function loadLostPiece(answer: () => Promise<{ status: number }>) {
  let reloads = 0;
  const reload = () => {
    reloads += 1;
  };
  const load = await builtFunction('loadRouteModule', 'routeModules.js', {
    window: { location: { href: 'http://127.0.0.1/contato', reload } },
    fetch: answer,
    console: { error: () => {} },
  });
  const outcome = await Promise.race([
    load({ id: 'a', module: lostModule }, {}).catch(() => 'thrown'),
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

test('what is fetched ahead is kept, and what does not arrive is left for later', async () => {
  const fetchAhead = await builtFunction('getKeyedPrefetchLinks', 'links.js');
  const routes = {
    lost: { id: 'lost', module: lostModule },
    there: { id: 'there', module: 'data:text/javascript,export const links = () => []' },
  };
  const kept: Record<string, unknown> = {};
  const matches = [{ route: { id: 'lost' } }, { route: { id: 'there' } }];
  expect(await fetchAhead(matches, { routes }, kept)).toEqual([]);
  expect(Object.keys(kept)).toEqual(['there']);
  expect(await fetchAhead(matches, { routes }, kept)).toEqual([]);
});

test('a changed library stops the build and says where to look', () => {
  expect(() => transform(`${folder}/links.js`, 'export const changed = true;')).toThrow(
    /patch-react-router-chunk-errors\.ts/,
  );
});
