import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '#tests/helpers/factories.ts';
import { openLink, waitForLink, waitForMail } from '#tests/helpers/mailbox.ts';
import { callAuth, countMails, namedAccount, signedInCookie } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const open = (link: string, cookie?: string) =>
  fetch(link, { redirect: 'manual', ...(cookie === undefined ? {} : { headers: { cookie } }) });
const sessionCookie = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((each) => each.includes('session_token='))
    ?.split(';')[0] ?? '';
const magicLink = (email: string, callbackURL?: string) =>
  callAuth(product, '/sign-in/magic-link', {
    body: { email, callbackURL, errorCallbackURL: '/auth/callback' },
  });

test('a magic link creates an account and works once, and a HEAD request does not use it up', async () => {
  const email = 'magia@exemplo.com';
  expect((await magicLink(email)).status).toBe(200);
  const link = await waitForLink(product.mailboxUrl, email, 'magic-link');
  expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(302);
  const opened = await openLink(link);
  expect([opened.status, await opened.json()]).toEqual([200, { status: 'opened' }]);
  const session = await (await callAuth(product, '/get-session', { cookie: sessionCookie(opened) })).json();
  expect(session).toMatchObject({ user: { email, emailVerified: true } });

  const reused = await openLink(link);
  expect(await reused.json()).toMatchObject({ code: 'token_invalid' });
  expect(sessionCookie(reused)).toBe('');
});

test('a magic link keeps the whole return address', async () => {
  const email = 'inteiro@exemplo.com';
  const target = '/dashboard/transcricoes?q=50%25&status=failed#fim';
  const callbackURL = `/auth/callback?redirect=${encodeURIComponent(target)}`;
  await magicLink(email, callbackURL);
  const opened = await open(await waitForLink(product.mailboxUrl, email, 'magic-link'));
  const arrived = new URL(opened.headers.get('location') ?? '', product.url);
  expect([...arrived.searchParams]).toEqual([['redirect', target]]);
});

test('the database stores links as hashes, and an expired link creates no session', async () => {
  const email = 'tarde@exemplo.com';
  await magicLink(email);
  const link = await waitForLink(product.mailboxUrl, email, 'magic-link');
  const token = new URL(link).searchParams.get('token') ?? '';
  const { rows } = await product.deps.db.execute(sql`select identifier, value from verifications`);
  expect(JSON.stringify(rows)).not.toContain(token);
  await product.deps.db.execute(sql`update verifications set expires_at = now() - interval '1 second'`);
  expect(await (await openLink(link)).json()).toMatchObject({ code: 'token_invalid' });
});

test('a magic link removes the password of an unconfirmed sign-up by another person', async () => {
  const { account, link } = await signUp(product, namedAccount('Vitima'));
  await magicLink(account.email);
  const opened = await openLink(await waitForLink(product.mailboxUrl, account.email, 'magic-link'));
  expect(sessionCookie(opened)).not.toBe('');
  expect((await callAuth(product, '/sign-in/email', { body: account })).status).toBe(401);
  // The attacker's own confirmation link no longer creates a session.
  expect(sessionCookie(await openLink(link))).toBe('');
});

test('a password reset link works once, ends every session and mails the owner', async () => {
  const nina = namedAccount('Nina');
  const { cookie } = await signedInCookie(product, nina);
  const asked = await callAuth(product, '/request-password-reset', {
    body: { email: ' NINA@exemplo.com', redirectTo: '/redefinir-senha' },
  });
  expect(asked.status).toBe(200);
  const arrived = await open(await waitForLink(product.mailboxUrl, nina.email, 'reset-password'));
  const target = new URL(arrived.headers.get('location') ?? '');
  expect(target.pathname).toBe('/redefinir-senha');
  const token = target.searchParams.get('token');
  const reset = (newPassword: string) =>
    callAuth(product, '/reset-password', { body: { token, newPassword } });

  expect(await (await reset('Curta1!')).json()).toMatchObject({ code: 'invalid_input' });
  expect(await (await reset('Nina@2026')).json()).toMatchObject({ code: 'password_personal' });
  expect((await reset('Outro-segredo-2')).status).toBe(200);
  expect(await (await reset('Mais-um-segredo-3')).json()).toMatchObject({ code: 'token_invalid' });
  expect(await (await callAuth(product, '/get-session', { cookie })).json()).toBeNull();
  expect((await callAuth(product, '/sign-in/email', { body: nina })).status).toBe(401);
  expect(
    (await callAuth(product, '/sign-in/email', { body: { ...nina, password: 'Outro-segredo-2' } })).status,
  ).toBe(200);
  await waitForMail(product.mailboxUrl, nina.email, /senha foi trocada/);
});

test('a reset for an unknown address gets the error of the specification and sends no mail', async () => {
  const email = 'ninguem@exemplo.com';
  const answer = await callAuth(product, '/request-password-reset', { body: { email } });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({
    code: 'account_not_found',
    error: 'Nenhuma conta encontrada com este e-mail.',
  });
  expect(await countMails(product, email)).toBe(0);
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  'https:evil.example',
])('the server never mails a link that would end at %s', async (callbackURL) => {
  const email = 'desvio@exemplo.com';
  const answers = [
    await magicLink(email, callbackURL),
    await callAuth(product, '/sign-in/social', { body: { provider: 'google', callbackURL } }),
    await callAuth(product, '/request-password-reset', {
      body: { email: (await redirected()).email, redirectTo: callbackURL },
    }),
  ];
  for (const answer of answers) expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(await countMails(product, email)).toBe(0);
});

test.each(['/..//evil.example', '/.//evil.example', '/%2e%2e//evil.example', '//evil.example'])(
  'a forged link that would end at %s ends on the error page',
  async (callbackURL) => {
    for (const path of ['/verify-email', '/magic-link/verify', '/reset-password/x']) {
      const query = new URLSearchParams({ token: 'x', callbackURL });
      const answer = await callAuth(product, `${path}?${query}`, { headers: { accept: 'text/html' } });
      expect(answer.headers.get('location')).toBe('/auth/callback?error=invalid_input');
    }
  },
);

test('using one password reset link invalidates the other', async () => {
  const olga = namedAccount('Olga');
  await signedInCookie(product, olga);
  const tokens: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    // An unknown device gets one mail per ten minutes, so clear the limits.
    await product.deps.db.execute(sql`delete from rate_limits`);
    await callAuth(product, '/request-password-reset', {
      body: { email: olga.email, redirectTo: '/redefinir-senha' },
    });
    const arrived = await open(await waitForLink(product.mailboxUrl, olga.email, 'reset-password'));
    const location = new URL(arrived.headers.get('location') ?? '', product.url);
    tokens.push(location.searchParams.get('token') ?? '');
  }
  const reset = (token: string | undefined, newPassword: string) =>
    callAuth(product, '/reset-password', { body: { token, newPassword } });
  expect((await reset(tokens[1], 'Outro-segredo-2')).status).toBe(200);
  expect(await (await reset(tokens[0], 'Mais-um-segredo-3')).json()).toMatchObject({ code: 'token_invalid' });
});

test('sign-ins with the old password that race its reset leave no session', async () => {
  const paula = namedAccount('Paula');
  await signedInCookie(product, paula);
  await callAuth(product, '/request-password-reset', {
    body: { email: paula.email, redirectTo: '/redefinir-senha' },
  });
  const arrived = await open(await waitForLink(product.mailboxUrl, paula.email, 'reset-password'));
  const token = new URL(arrived.headers.get('location') ?? '', product.url).searchParams.get('token');
  const signIns = Array.from({ length: 5 }, async (_each, index) => {
    await delay(index * 40);
    return callAuth(product, '/sign-in/email', { body: paula });
  });
  await callAuth(product, '/reset-password', { body: { token, newPassword: 'Outro-segredo-2' } });
  await Promise.all(signIns);
  const { rows } = await product.deps.db.execute(
    sql`select 1 from sessions join users on users.id = sessions.user_id where users.email = ${paula.email}`,
  );
  expect(rows).toEqual([]);
});

/** A known account, so that only the address can cause the refusal; a new one per call because of the limits. */
let redirectedCount = 0;
async function redirected() {
  redirectedCount += 1;
  return (await signUp(product, namedAccount(`Desvio${redirectedCount}`))).account;
}
