import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmationLink } from '#tests/mailbox.ts';
import { callAuth, namedAccount, signedInCookie } from '#tests/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

test('a user signs up, gets a session from the confirmation link and signs out', async () => {
  const ana = { ...namedAccount('Ana'), name: 'Ana Conceição' };
  expect((await callAuth(product, '/sign-up/email', { body: ana })).status).toBe(200);
  const confirmed = await fetch(await confirmationLink(product.mailboxUrl, ana.email), {
    redirect: 'manual',
  });
  const setCookie = confirmed.headers.getSetCookie().find((each) => each.includes('session_token')) ?? '';
  expect(setCookie).toContain('HttpOnly');
  expect(setCookie).toMatch(/SameSite=Lax/i);

  const cookie = setCookie.split(';', 1)[0] ?? '';
  const session = (await (await callAuth(product, '/get-session', { cookie })).json()) as { user: object };
  expect(session.user).toMatchObject({ name: ana.name, email: ana.email });
  expect((await callAuth(product, '/sign-out', { cookie, body: {} })).status).toBe(200);
  expect(await (await callAuth(product, '/get-session', { cookie })).json()).toBeNull();
});

test('a sign-up whose mail cannot be queued creates no account, and the next one works', async () => {
  const bia = namedAccount('Bia');
  await product.deps.db.execute(sql`alter table jobs.job_common rename to job_away`);
  const failed = await callAuth(product, '/sign-up/email', { body: bia }).finally(() =>
    product.deps.db.execute(sql`alter table jobs.job_away rename to job_common`),
  );
  expect(failed.status).toBe(500);
  const { rows } = await product.deps.db.execute(sql`select 1 from users where email = ${bia.email}`);
  expect(rows).toEqual([]);

  expect((await callAuth(product, '/sign-up/email', { body: bia })).status).toBe(200);
  expect(await confirmationLink(product.mailboxUrl, bia.email)).toContain('token=');
});

test('the session token is in the cookie and in no answer', async () => {
  const caio = namedAccount('Caio');
  const { cookie } = await signedInCookie(product, caio);
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
  expect(token).toMatch(/\w{20}/);
  for (const answer of [
    await callAuth(product, '/get-session', { cookie }),
    await callAuth(product, '/sign-in/email', { body: caio }),
  ]) {
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain(caio.email);
    expect(text).not.toContain('"token"');
    expect(text).not.toContain(token);
  }
});

test('another site cannot sign a user out', async () => {
  const { cookie } = await signedInCookie(product, namedAccount('Davi'));
  const answer = await callAuth(product, '/sign-out', { cookie, body: {}, origin: 'https://mau.example' });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: 'forbidden' });
  const session = await (await callAuth(product, '/get-session', { cookie })).json();
  expect(session).toMatchObject({ user: { name: 'Davi' } });
});

test('passwords, addresses and links never reach the log', async () => {
  const eva = namedAccount('Eva');
  const evil = 'https://evil.example/a';
  const before = product.logged().length;
  const { cookie } = await signedInCookie(product, eva);
  await callAuth(product, '/sign-in/email', { body: { ...eva, password: 'Segredo-errado-9' } });
  await callAuth(product, '/sign-in/email', { body: { ...eva, callbackURL: evil } });
  await callAuth(product, '/sign-out', { cookie, body: {}, origin: 'https://mau.example' });
  const logged = product.logged().slice(before);

  expect(logged).toContain('verify-email');
  expect(logged).toContain('"refusal":"Invalid origin"');
  for (const secret of [eva.password, eva.email, 'Segredo-errado-9', 'token=', evil, 'mau.example'])
    expect(logged).not.toContain(secret);
  const refusals = logged.split('\n').filter((line) => line.includes('"part":"auth"'));
  expect(refusals.map((line) => JSON.parse(line).level)).toEqual(refusals.map(() => 30));
});
