import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leakedPassword } from '#sandbox/leaked-passwords/leaked-passwords.ts';
import { confirmationLink, openLink } from '#tests/helpers/mailbox.ts';
import { callAuth, countMails, namedAccount, signedInCookie } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ SESSION_SECRET: 'a secret of these tests, of which nobody else knows' });
});
afterAll(() => product.close());

test('the server refuses a sign-in before the confirmation, and mails the link at most once in ten minutes', async () => {
  const ana = namedAccount('Ana');
  await callAuth(product, '/sign-up/email', { body: ana });
  await confirmationLink(product.mailboxUrl, ana.email);
  const signIn = async () => {
    const refused = await callAuth(product, '/sign-in/email', { body: ana });
    expect(refused.status).toBe(403);
    return { wait: Number(refused.headers.get('retry-after')), body: await refused.json() };
  };
  for (let count = 0; count < 3; count += 1) {
    const { wait, body } = await signIn();
    expect(body).toMatchObject({
      code: 'email_unconfirmed',
      error: 'Você precisa confirmar seu e-mail antes de acessar. Verifique sua caixa de entrada ou spam!',
      more: 'Enviamos um e-mail de confirmação há poucos minutos.',
      requestId: expect.any(String),
    });
    expect(wait).toBeGreaterThan(500);
    expect(wait).toBeLessThanOrEqual(600);
  }
  expect(await countMails(product, ana.email)).toBe(1);
  // The confirmation token has a resolution of one second: without the delay both mails would hold the same link.
  await delay(1_000);

  await product.deps.db.execute(
    sql`update rate_limits set window_started_at = window_started_at - interval '11 minutes'`,
  );
  expect((await signIn()).body).toMatchObject({ more: 'Enviamos agora um novo e-mail de confirmação.' });
  expect((await signIn()).body).toMatchObject({ more: expect.stringContaining('há poucos minutos') });
  const link = await confirmationLink(product.mailboxUrl, ana.email);
  expect(new URL(link).searchParams.get('callbackURL')).toBe('/auth/callback');
  expect(await countMails(product, ana.email)).toBe(2);
});

test('a reopened confirmation link says that the address is confirmed, and a forged token reveals nothing', async () => {
  const caio = namedAccount('Caio');
  await callAuth(product, '/sign-up/email', {
    body: { ...caio, callbackURL: '/auth/callback?redirect=%2Fx' },
  });
  const link = new URL(await confirmationLink(product.mailboxUrl, caio.email));
  const led = await callAuth(product, `/verify-email${link.search}`);
  expect(led.headers.get('location')).toContain('/auth/callback?redirect=%2Fx#');
  expect(await (await openLink(link.href)).json()).toEqual({ status: 'opened' });
  const again = await openLink(link.href);
  expect(await again.json()).toEqual({ status: 'confirmed_before' });
  expect(again.headers.getSetCookie()).toEqual([]);

  const secret = new TextEncoder().encode(product.config.sessionSecret ?? '');
  const tokenOf = (key: Uint8Array, exp: number) =>
    new SignJWT({ email: caio.email }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(exp).sign(key);
  const nowS = Math.floor(Date.now() / 1_000);
  const follow = async (token: string) =>
    (await openLink(`${product.url}/api/auth/verify-email?token=${token}`)).json();
  expect(await follow(await tokenOf(secret, nowS - 60))).toEqual({ status: 'confirmed_before' });
  const foreign = new TextEncoder().encode('f'.repeat(32));
  expect(await follow(await tokenOf(foreign, nowS + 60))).toMatchObject({ code: 'token_invalid' });
});

test('a wrong password and an unknown address get the same error', async () => {
  const bia = namedAccount('Bia');
  await signedInCookie(product, bia);
  for (const body of [
    { ...bia, password: 'Segredo-errado-9' },
    { ...bia, email: 'ninguem@exemplo.com' },
  ]) {
    const answer = await callAuth(product, '/sign-in/email', { body });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      code: 'wrong_credentials',
      error: 'E-mail ou senha incorretos.',
    });
  }
});

test('the server refuses a link with an invalid token', async () => {
  const answer = await openLink(`${product.url}/api/auth/verify-email?token=nada`);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'token_invalid' });
});

test('a refused token request clears the cookie of an ended session', async () => {
  const { cookie } = await signedInCookie(product, namedAccount('Duda'));
  await product.deps.db.execute(sql`delete from sessions`);
  const answer = await callAuth(product, '/token', { cookie });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
  expect(answer.headers.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/);
});

const eva = namedAccount('Eva');
test.each([
  ['an empty name', { ...eva, name: ' ' }, 'name', 'Nome, e-mail e senha são obrigatórios.'],
  ['a too long name', { ...eva, name: 'E'.repeat(121) }, 'name', expect.stringContaining('120')],
  ['no name', { ...eva, name: undefined }, 'name', 'Nome, e-mail e senha são obrigatórios.'],
  ['an invalid address', { ...eva, email: 'eva' }, 'email', expect.stringContaining('E-mail inválido.')],
  ['a too long address', { ...eva, email: `${'e'.repeat(250)}@a.br` }, 'email', expect.any(String)],
  [
    'a short password',
    { ...eva, password: 'Curta-1' },
    'password',
    'A senha deve ter pelo menos 8 caracteres.',
  ],
  ['no capital letter', { ...eva, password: 'segredo-1' }, 'password', expect.stringContaining('maiúscula')],
  ['no small letter', { ...eva, password: 'SEGREDO-1' }, 'password', expect.stringContaining('minúscula')],
  ['no digit', { ...eva, password: 'Segredo-um' }, 'password', expect.stringContaining('número')],
  ['no special sign', { ...eva, password: 'Segredo11' }, 'password', expect.stringContaining('especial')],
  ['no occupation', { ...eva, occupation: undefined }, 'occupation', 'Escolha sua ocupação.'],
  ['an unknown occupation', { ...eva, occupation: 'Rei' }, 'occupation', 'Escolha sua ocupação.'],
  ['a too long password', { ...eva, password: 'x'.repeat(129) }, 'password', expect.any(String)],
])('the server refuses a sign-up with %s', async (_what, body, field, text) => {
  const answer = await callAuth(product, '/sign-up/email', { body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_input', fields: { [field]: text } });
  const { rows } = await product.deps.db.execute(sql`select 1 from users where name = ${String(body.name)}`);
  expect(rows).toEqual([]);
});

test('a sign-up cannot set picture, confirmation or assurance level', async () => {
  const fabio = {
    ...namedAccount('Fabio'),
    image: 'https://evil.example/spy.png',
    emailVerified: true,
    aal: 'aal2',
  };
  expect((await callAuth(product, '/sign-up/email', { body: fabio })).status).toBe(200);
  const { rows } = await product.deps.db.execute(
    sql`select image, email_verified, occupation from users where email = ${fabio.email}`,
  );
  expect(rows).toEqual([{ image: null, email_verified: false, occupation: 'Estudante' }]);
});

test('the server refuses a sign-up with a leaked password or a taken address', async () => {
  const gil = namedAccount('Gil');
  const leaked = await callAuth(product, '/sign-up/email', { body: { ...gil, password: leakedPassword } });
  expect(await leaked.json()).toMatchObject({
    code: 'password_leaked',
    error: 'Essa senha já foi vazada anteriormente. Escolha uma mais segura.',
  });
  expect((await callAuth(product, '/sign-up/email', { body: gil })).status).toBe(200);
  const again = await callAuth(product, '/sign-up/email', { body: { ...gil, email: ' GIL@exemplo.com ' } });
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({
    code: 'email_taken',
    error: 'Este e-mail já está cadastrado. Tente fazer login ou recuperar a senha.',
  });
});

test('the sign-in routes accept only small JSON bodies', async () => {
  const large = await callAuth(product, '/sign-up/email', { body: { ...eva, name: 'E'.repeat(20_000) } });
  expect(large.status).toBe(413);
  const form = await callAuth(product, '/sign-up/email', {
    body: new URLSearchParams(eva).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(form.status).toBe(415);
});

test.each(['/error', '/error?error=x', '/ok', '/list-sessions', '/sign-up/%2e/email'])(
  'the server does not serve %s of the sign-in library',
  async (path) => {
    const answer = await callAuth(product, path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  },
);
