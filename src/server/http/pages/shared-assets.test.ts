import { mkdir, writeFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepWebAssets } from '#server/features/web-assets/web-assets.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { openSharedAssets } from './shared-assets.ts';

/** A web process shares its build in production only, so this product runs as in production. */
let product: TestProduct;
let at: string;
beforeAll(async () => {
  product = await startTestProduct({
    NODE_ENV: 'production',
    ALLOW_SANDBOX: 'true',
    SESSION_SECRET: 'x'.repeat(40),
    PUBLIC_URL: 'https://texto.exemplo',
    ROLES: 'web',
  });
  at = `http://127.0.0.1:${product.config.http.port}`;
});
afterAll(() => product.close());

const script = `export const answer = ${JSON.stringify('palavra '.repeat(400))};`;

/** Starts the part of another web process that shares the files of another build over the same database. */
async function otherWeb() {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder({ fast: true }));
  const assets = `${folder.path}/assets/`;
  await mkdir(assets);
  await writeFile(`${assets}login-NEWHASH.js`, script);
  await writeFile(`${assets}login-NEWHASH.js.br`, brotliCompressSync(script));
  await writeFile(`${assets}login-NEWHASH.js.gz`, 'nobody asks for it');
  await writeFile(`${assets}small-NEWHASH.css`, '.a{color:red}');
  const app = fastify();
  const send = await openSharedAssets(app, product.deps, assets);
  app.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    return (await send(name, request, reply, 'public')) ? reply : reply.code(404).send();
  });
  stack.defer(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const held = stack.move();
  return { url, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

test('a web process serves the files of a build that another web process shared', async () => {
  await using _other = await otherWeb();
  const plain = await fetch(`${at}/assets/small-NEWHASH.css`);
  expect(plain.status).toBe(200);
  expect(plain.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await plain.text()).toBe('.a{color:red}');

  const compressed = await fetch(`${at}/assets/login-NEWHASH.js`, { headers: { 'accept-encoding': 'br' } });
  expect(compressed.headers.get('content-encoding')).toBe('br');
  expect(compressed.headers.get('vary')).toContain('accept-encoding');
  expect(await compressed.text()).toBe(script);

  const decompressed = await fetch(`${at}/assets/login-NEWHASH.js`, {
    headers: { 'accept-encoding': 'identity' },
  });
  expect(decompressed.headers.get('content-encoding')).toBeNull();
  expect(await decompressed.text()).toBe(script);
});

test('each file that a page of this build names is served by a web process of another build', async () => {
  await using other = await otherWeb();
  const page = await (await fetch(`${at}/login`, { headers: { accept: 'text/html' } })).text();
  const named = [...new Set([...page.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path))];
  expect(named.length).toBeGreaterThan(5);
  for (const path of named) {
    const [own, shared] = await Promise.all([fetch(`${at}${path}`), fetch(`${other.url}${path}`)]);
    expect(shared.status, path).toBe(200);
    expect(shared.headers.get('content-type')).toBe(own.headers.get('content-type'));
    expect(Buffer.from(await shared.arrayBuffer()).equals(Buffer.from(await own.arrayBuffer()))).toBe(true);
  }
});

test('web processes that share the same files at the same time do not deadlock', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const names = Array.from({ length: 100 }, (_, at) => `part-${at}-SAMEHASH.js`);
  for (const name of names) await writeFile(`${folder.path}/${name}`, script);
  for (let round = 0; round < 10; round += 1) {
    await product.deps.db.execute(sql`delete from web_assets where name like '%SAMEHASH%'`);
    const apps = Array.from({ length: 6 }, () => fastify());
    await Promise.all(apps.map((app) => openSharedAssets(app, product.deps, folder.path)));
    await Promise.all(apps.map((app) => app.close()));
  }
  const { rows } = await product.deps.db.execute(
    sql`select name from web_assets where name like '%SAMEHASH%'`,
  );
  expect(rows).toHaveLength(100);
});

test('a file of no recent build gets a 404', async () => {
  for (const name of ['login-UNKNOWN1.js', 'login-NEWHASH.js.map', '..%2Fsw.js', 'a'.repeat(5_000)]) {
    const answer = await fetch(`${at}/assets/${name}`, { headers: { accept: '*/*' } });
    expect(answer.status, name).toBe(404);
  }
});

test('the sweep removes the files of a build that no web process has shared for 30 days', async () => {
  await using _other = await otherWeb();
  const { db } = product.deps;
  const age = (days: number) =>
    db.execute(
      sql`update web_assets set last_shared_at = now() - make_interval(days => ${days}) where name like '%NEWHASH%'`,
    );
  const status = async () => (await fetch(`${at}/assets/small-NEWHASH.css`)).status;
  await age(29);
  await sweepWebAssets({ db });
  expect(await status()).toBe(200);
  await age(31);
  await sweepWebAssets({ db });
  expect(await status()).toBe(404);
  const [, build] =
    /\/assets\/(entry\.client-[\w-]+\.js)/.exec(await (await fetch(`${at}/login`)).text()) ?? [];
  const { rows } = await db.execute(sql`select 1 from web_assets where name = ${build}`);
  expect(rows).toHaveLength(1);
});

test('the build of the pages is named by each answer of the API', async () => {
  const page = await (await fetch(`${at}/login`)).text();
  const [, version] = /\/assets\/manifest-([\w-]+)\.js/.exec(page) ?? [];
  const answer = await fetch(`${at}/api/plans`);
  expect(answer.headers.get('x-web-build')).toBe(version);
});
