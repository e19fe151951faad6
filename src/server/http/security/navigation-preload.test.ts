import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAccount } from '#tests/helpers/factories.ts';
import { signInAtGoogle } from '#tests/helpers/google-sign-in.ts';
import { openLink, waitForLink } from '#tests/helpers/mailbox.ts';
import { callAuth } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const preload = { 'service-worker-navigation-preload': 'true' };
const open = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { redirect: 'manual', headers: { accept: 'text/html', ...headers } });
const hits = async () =>
  (await product.deps.db.execute(sql`select coalesce(sum(hits), 0)::int as hits from rate_limits`)).rows[0];

async function expectIgnored(answer: Response) {
  expect(answer.status).toBe(204);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

const setsSession = (answer: Response) =>
  answer.headers.getSetCookie().some((cookie) => cookie.startsWith('escriba.session_token='));

test('a preload of a magic link uses up neither the link nor the rate limit', async () => {
  const { email } = newAccount();
  const body = { email, callbackURL: '/auth/callback', errorCallbackURL: '/auth/callback' };
  expect((await callAuth(product, '/sign-in/magic-link', { body })).status).toBe(200);
  const link = await waitForLink(product.mailboxUrl, email, 'magic-link');
  const before = await hits();
  await expectIgnored(await open(link, preload));
  expect(await hits()).toEqual(before);
  expect((await open(link)).headers.get('location')).toContain('/auth/callback#link=magic-link');
  expect(setsSession(await openLink(link))).toBe(true);
});

test('a preload of the callback from Google uses up neither the code nor the state', async () => {
  const begun = await callAuth(product, '/sign-in/social', {
    body: { provider: 'google', callbackURL: '/auth/callback', errorCallbackURL: '/auth/callback' },
  });
  const { url } = (await begun.json()) as { url: string };
  const cookie = begun.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const back = await signInAtGoogle(url, { email: newAccount().email, name: 'Bia Sousa' });
  await expectIgnored(await open(back, { ...preload, cookie }));
  const ended = await open(back, { cookie });
  expect(ended.headers.get('location')).toBe('/auth/callback');
  expect(setsSession(ended)).toBe(true);
});

test('a preload of a page gets the page, because the earlier service worker shows that answer', async () => {
  const answer = await open(`${product.url}/faq`, preload);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<!DOCTYPE html>');
});
