import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForMail } from '#tests/mailbox.ts';
import { startTestProduct, type TestProduct } from '#tests/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

function call(path: string, options: { body?: object; cookie?: string; origin?: string } = {}) {
  return fetch(`${product.url}/api/auth${path}`, {
    redirect: 'manual',
    method: options.body === undefined ? 'GET' : 'POST',
    headers: {
      origin: options.origin ?? product.url,
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
}

const ana = { name: 'Ana Conceição', email: 'ana@exemplo.com', password: 'Segredo-forte-1' };

test('a new account is confirmed by mail, signed in by its link, and leaves when it signs out', async () => {
  expect((await call('/sign-up/email', { body: ana })).status).toBe(200);
  const early = await call('/sign-in/email', { body: ana });
  expect(early.status).toBe(403);
  expect(await early.json()).toMatchObject({ code: 'forbidden' });

  const mail = await waitForMail(product.mailboxUrl, ana.email);
  const link = /https?:\/\/\S+verify-email\S+/.exec(mail.text)?.[0] ?? '';
  const confirmed = await fetch(link, { redirect: 'manual' });
  const setCookie = confirmed.headers.getSetCookie().find((each) => each.includes('session_token')) ?? '';
  expect(setCookie).toContain('HttpOnly');
  expect(setCookie).toMatch(/SameSite=Lax/i);

  const cookie = setCookie.split(';', 1)[0] ?? '';
  const session = (await (await call('/get-session', { cookie })).json()) as { user: object };
  expect(session.user).toMatchObject({ name: ana.name, email: ana.email });
  expect((await call('/sign-out', { cookie, body: {} })).status).toBe(200);
  expect(await (await call('/get-session', { cookie })).json()).toBeNull();
});

test('refusals come in the one error shape', async () => {
  const answer = await call('/sign-in/email', {
    body: { email: 'ninguem@exemplo.com', password: 'x'.repeat(12) },
  });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'unauthenticated', requestId: expect.any(String) });
});

test('another site cannot sign a person out', async () => {
  const answer = await call('/sign-out', {
    body: {},
    origin: 'https://mau.example',
    cookie: 'escriba.session_token=x',
  });
  expect(answer.status).toBe(403);
});

test('passwords and links never reach the log', () => {
  expect(product.logged()).not.toContain(ana.password);
  expect(product.logged()).not.toContain(ana.email);
  expect(product.logged()).not.toContain('token=');
});
