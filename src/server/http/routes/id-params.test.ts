import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { withRoutes } from '#tests/security/registered-routes.ts';
import { buildApp } from '../server/app.ts';

let product: TestProduct;
let routes: { method: string; url: string }[];
let ana: TestUser;
beforeAll(async () => {
  product = await startTestProduct();
  const { built, routes: registered } = await withRoutes(() => buildApp(product.deps));
  await built.close();
  routes = registered
    .map((route) => route.split(' '))
    .map(([method = '', url = '']) => ({ method, url }))
    // HEAD has no body to compare. tus and Better Auth have error bodies of their own.
    .filter(({ method, url }) => method !== 'HEAD' && url.includes('/:'))
    .filter(({ url }) => !url.startsWith('/api/uploads/') && !url.startsWith('/api/auth/reset-password/'));
  ana = await signedInUser(product);
});
afterAll(() => product.close());

const texts = {
  transcribe: 'Transcrição não encontrada.',
  summaries: 'Resumo não encontrado.',
  prompts: 'Prompt não encontrado.',
  factors: 'Fator não encontrado.',
};

async function refusalOf({ method, url }: (typeof routes)[number], id: string) {
  const answer = await fetch(`${product.url}${url.replace(/:\w+/, id)}`, {
    method,
    headers: { authorization: `Bearer ${ana.token}`, origin: product.url },
  });
  return { status: answer.status, ...((await answer.json()) as object) };
}

test('every route with an id answers a malformed id with 404 and the text of its resource', async () => {
  expect(routes.length).toBeGreaterThan(15);
  for (const route of routes) {
    const [, kind = ''] = /\/(\w+)\/:/.exec(route.url) ?? [];
    const text = (texts as Record<string, string>)[kind];
    expect(text, `${route.url} has no text for a missing resource`).toBeDefined();
    for (const id of ['abc', '00000000-0000-4000-8000-00000000000z', '%00', "'--"])
      expect(await refusalOf(route, id), `${route.method} ${route.url} ${id}`).toMatchObject({
        status: 404,
        code: 'not_found',
        error: text,
      });
  }
});

test.each([
  ['GET', '/api/transcribe/:id', texts.transcribe],
  ['DELETE', '/api/transcribe/:id', texts.transcribe],
  ['POST', '/api/transcribe/:id/retry', texts.transcribe],
  ['GET', '/api/transcribe/:id/events', texts.transcribe],
  ['GET', '/api/transcribe/:id/srt', texts.transcribe],
  ['GET', '/api/summaries/:id/pdf', texts.summaries],
  ['DELETE', '/api/prompts/:id', texts.prompts],
  ['DELETE', '/api/auth/factors/:factorId', texts.factors],
])('%s %s answers an id that does not exist with the same text', async (method, url, error) => {
  const refusal = await refusalOf({ method, url }, '00000000-0000-4000-8000-000000000000');
  expect(refusal).toMatchObject({ status: 404, code: 'not_found', error });
});
