import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import { buildApp } from '#server/http/server/app.ts';
import { clientAddress } from '#tests/helpers/client-address.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { withRoutes } from './registered-routes.ts';
import { wrongValues } from './wrong-values.ts';

let product: TestProduct;
let registered: Awaited<ReturnType<typeof withRoutes>>;
let user: TestUser;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
  registered = await withRoutes(() => buildApp(product.deps));
  await (registered.built as { close: () => Promise<void> }).close();
  user = await signedInUser(product);
  await product.deps.db.execute(sql`update profiles set plan = 'basic-monthly' where id = ${user.userId}`);
}, 60_000);
afterAll(() => product.close());

/** The libraries' error texts contain these English words, which do not occur in Portuguese. */
const english =
  /\b(invalid|expected|received|required|must|should|unrecognized|unsupported|string|number|boolean|array|object|input|option|key|too|least|most|not|the|is|of|error|failed|body|json|payload|request|token)\b/i;

type Refused = { route: string; sent: string; text: string };

/** Reports a refusal that does not match our schema, or that contains a text of a library. */
async function faultsIn(answer: Response, { route, sent }: Omit<Refused, 'text'>): Promise<Refused[]> {
  const body = await answer.text();
  if (answer.status < 400) return [];
  const report = (text: string) => ({ route, sent: sent.slice(0, 200), text: `${answer.status} ${text}` });
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return [report(body.slice(0, 200))];
  }
  const parsed = ErrorBodySchema.safeParse(read);
  if (!parsed.success || answer.status >= 500) return [report(body.slice(0, 200))];
  const { error, more = 'Certo.', fields = {} } = parsed.data;
  return [error, more, ...Object.values(fields)]
    .filter((text) => !/^\p{Lu}.*\.$/su.test(text) || english.test(text))
    .map(report);
}

type Sent = { path: string; method: string; body?: string; contentType?: string };

function send({ path, method, body, contentType = 'application/json' }: Sent) {
  return fetch(`${product.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      origin: product.url,
      authorization: `Bearer ${user.token}`,
      cookie: user.cookie,
      // Send a new address each time, so that no rate limit answers instead of the validation.
      'x-forwarded-for': clientAddress(),
      ...(body === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { body }),
  });
}

const pathOf = (url: string, id: string = crypto.randomUUID()) =>
  url.replace(/:\w+/g, encodeURIComponent(id));
/** Excludes resumable uploads, because other tests check the refusals of their protocol. */
const isOurs = (route: string) => !route.includes('/api/uploads') && route.includes(' /api/');

const bodiesOfRoutes = () => [...registered.bodies].filter(([route]) => isOurs(route));

test('no refusal of a wrong value in a body field is in English', async () => {
  const faults: Refused[] = [];
  let refused = 0;
  for (const [route, schema] of bodiesOfRoutes()) {
    const [method = '', url = ''] = route.split(' ');
    for (const value of wrongValues(schema)) {
      const body = JSON.stringify(value) ?? '';
      const answer = await send({ path: pathOf(url), method, body });
      if (answer.status === 400) refused += 1;
      faults.push(...(await faultsIn(answer, { route, sent: body })));
    }
  }
  expect(faults).toEqual([]);
  expect(bodiesOfRoutes().length).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(500);
}, 300_000);

test('no refusal of an unreadable body is in English: broken, too large, or of another type', async () => {
  const faults: Refused[] = [];
  for (const [route] of bodiesOfRoutes()) {
    const [method = '', url = ''] = route.split(' ');
    const odd = [
      { body: '{"a":' },
      { body: '[1,2' },
      { body: 'null' },
      { body: '{"__proto__":{"a":1}}' },
      { body: `{"a":"${'e'.repeat(1_100_000)}"}` },
      { body: 'a=b', contentType: 'application/x-www-form-urlencoded' },
      { body: 'texto', contentType: 'text/plain' },
      { body: '--x', contentType: 'multipart/form-data; boundary=x' },
      { body: '{}', contentType: 'application/json; charset=klingon' },
      { body: '{}', contentType: 'nonsense' },
    ];
    for (const { body, contentType = 'application/json' } of odd) {
      const answer = await send({ path: pathOf(url), method, body, contentType });
      faults.push(...(await faultsIn(answer, { route, sent: `${contentType}: ${body}` })));
    }
  }
  expect(faults).toEqual([]);
}, 120_000);

test('no refusal of a query or path parameter is in English', async () => {
  const faults: Refused[] = [];
  const follow = async (route: string, path: string) => {
    const [method = ''] = route.split(' ');
    if (method === 'HEAD') return;
    faults.push(...(await faultsIn(await send({ path, method }), { route, sent: path })));
  };
  const odd = ['abc', '-1', '1.5', '', 'e'.repeat(300), "' or 1=1", '\u202e', '99999999999999999999'];
  for (const [route, schema] of [...registered.queries].filter(([each]) => isOurs(each))) {
    const url = route.split(' ')[1] ?? '';
    for (const name of Object.keys(schema instanceof z.ZodObject ? schema.shape : {}))
      for (const value of odd) {
        const query = `${name}=${encodeURIComponent(value)}`;
        await follow(route, `${pathOf(url)}?${query}`);
        await follow(route, `${pathOf(url)}?${query}&${query}`);
      }
  }
  for (const route of registered.routes.filter((each) => isOurs(each) && each.includes('/:')))
    for (const value of odd.filter((each) => each !== ''))
      await follow(route, pathOf(route.split(' ')[1] ?? '', value));
  expect(faults).toEqual([]);
}, 120_000);

test('every form of the web app uses the resolver with Portuguese texts', async () => {
  const folder = 'src/web';
  const files = (await readdir(folder, { recursive: true })).filter((each) => /\.tsx?$/.test(each));
  const direct: string[] = [];
  for (const file of files) {
    const source = await readFile(join(folder, file), 'utf8');
    if (source.includes("'@hookform/resolvers/zod'")) direct.push(file);
  }
  expect(direct).toEqual(['forms/zod-resolver.ts']);
});
