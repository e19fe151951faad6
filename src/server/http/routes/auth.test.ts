import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmationLink, openLink, waitForLink } from '#tests/helpers/mailbox.ts';
import { callAuth, namedAccount, signedInCookie, signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

/** Runs the call while the server cannot queue mails. */
async function withoutQueue(call: () => Promise<Response>) {
  await product.deps.db.execute(sql`alter table jobs.job_common rename to job_away`);
  return call().finally(() => product.deps.db.execute(sql`alter table jobs.job_away rename to job_common`));
}

test('a user signs up, gets a session from the confirmation link and signs out', async () => {
  const ana = { ...namedAccount('Ana'), name: 'Ana Conceição' };
  expect((await callAuth(product, '/sign-up/email', { body: ana })).status).toBe(200);
  const confirmed = await openLink(await confirmationLink(product.mailboxUrl, ana.email));
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
  const failed = await withoutQueue(() => callAuth(product, '/sign-up/email', { body: bia }));
  expect(failed.status).toBe(500);
  const { rows } = await product.deps.db.execute(sql`select 1 from users where email = ${bia.email}`);
  expect(rows).toEqual([]);

  expect((await callAuth(product, '/sign-up/email', { body: bia })).status).toBe(200);
  expect(await confirmationLink(product.mailboxUrl, bia.email)).toContain('token=');
});

test('a reset mail that cannot be queued is an error and does not count, so the next request sends it', async () => {
  const { account } = await signedInUser(product);
  const requestReset = () => callAuth(product, '/request-password-reset', { body: { email: account.email } });
  const failed = await withoutQueue(requestReset);
  expect(failed.status).toBe(500);

  expect(await (await requestReset()).json()).toMatchObject({ status: true, sent_before: false });
  await waitForLink(product.mailboxUrl, account.email, 'reset-password');
});

test('an e-mail change without its mail to the old or the new address is an error', async () => {
  const { account, cookie, token } = await signedInUser(product);
  const newEmail = `novo.${account.email}`;
  const requestChange = () =>
    callAuth(product, '/change-email', {
      body: { newEmail },
      cookie,
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await withoutQueue(requestChange)).status).toBe(500);
  expect((await requestChange()).status).toBe(200);

  const link = await waitForLink(product.mailboxUrl, account.email, 'verify-email');
  const open = () => openLink(link, { cookie });
  expect((await withoutQueue(open)).status).toBe(500);
  expect((await open()).status).toBe(200);
  await waitForLink(product.mailboxUrl, newEmail, 'verify-email');
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

  expect(logged).toContain('open-link');
  expect(logged).toContain('"refusal":"Invalid origin"');
  for (const secret of [eva.password, eva.email, 'Segredo-errado-9', 'token=', evil, 'mau.example'])
    expect(logged).not.toContain(secret);
  const refusals = logged.split('\n').filter((line) => line.includes('"part":"auth"'));
  expect(refusals.map((line) => JSON.parse(line).level)).toEqual(refusals.map(() => 30));
});
