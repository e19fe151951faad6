import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callAuth, countMails, person, signedInCookie } from '#tests/account-at.ts';
import { confirmationLink } from '#tests/mailbox.ts';
import { startTestProduct, type TestProduct } from '#tests/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const nameTooShort = 'Nome deve ter ao menos 2 caracteres.';

test('who has not confirmed is told so and gets another mail', async () => {
  const ana = person('Ana');
  await callAuth(product, '/sign-up/email', { body: ana });
  await confirmationLink(product.mailboxUrl, ana.email);
  const early = await callAuth(product, '/sign-in/email', { body: ana });
  expect(early.status).toBe(403);
  expect(await early.json()).toMatchObject({
    code: 'email_unconfirmed',
    error: 'Você precisa confirmar seu e-mail antes de acessar. Verifique sua caixa de entrada ou spam!',
    requestId: expect.any(String),
  });
  await expect.poll(() => countMails(product, ana.email), { timeout: 10_000 }).toBe(2);
});

test('a wrong password and an unknown address are refused in the same words', async () => {
  const bia = person('Bia');
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

test('a change of password asks for the present one', async () => {
  const { cookie } = await signedInCookie(product, person('Caio'));
  const answer = await callAuth(product, '/change-password', {
    cookie,
    body: { currentPassword: 'Segredo-errado-9', newPassword: 'Outro-segredo-2' },
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'wrong_password' });
});

test('a link that was tampered with says that it does not hold', async () => {
  const answer = await callAuth(product, '/verify-email?token=nada');
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'token_invalid' });
});

test('a refusal takes a worthless cookie back', async () => {
  const { cookie } = await signedInCookie(product, person('Duda'));
  await product.deps.db.execute(sql`delete from sessions`);
  const answer = await callAuth(product, '/update-user', { cookie, body: { name: 'Duda Reis' } });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
  expect(answer.headers.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/);
});

const eva = person('Eva');
test.each([
  ['an empty name', { ...eva, name: '' }, 'name', nameTooShort],
  ['an endless name', { ...eva, name: 'E'.repeat(121) }, 'name', expect.stringContaining('120')],
  ['no name', { ...eva, name: undefined }, 'name', 'Nome, e-mail e senha são obrigatórios.'],
  ['no address', { ...eva, email: 'eva' }, 'email', expect.stringContaining('E-mail inválido.')],
  ['an endless address', { ...eva, email: `${'e'.repeat(250)}@a.br` }, 'email', expect.any(String)],
  ['a short password', { ...eva, password: 'Curta-1' }, 'password', expect.stringContaining('mínimo 8')],
  ['an endless password', { ...eva, password: 'x'.repeat(129) }, 'password', expect.any(String)],
])('a sign-up with %s is refused', async (_what, body, field, text) => {
  const answer = await callAuth(product, '/sign-up/email', { body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_input', fields: { [field]: text } });
  const { rows } = await product.deps.db.execute(sql`select 1 from users where name = ${String(body.name)}`);
  expect(rows).toEqual([]);
});

test('no sign-up and no change brings a picture, and a change keeps the rules of the name', async () => {
  const image = 'https://evil.example/spy.png';
  const fabio = { ...person('Fabio'), image };
  const { cookie } = await signedInCookie(product, fabio);
  const change = (body: object) => callAuth(product, '/update-user', { cookie, body });
  expect((await change({ name: 'Fábio', image })).status).toBe(200);
  expect(await (await change({ name: ' ' })).json()).toMatchObject({ fields: { name: nameTooShort } });
  const session = await (await callAuth(product, '/get-session', { cookie })).json();
  expect(session).toMatchObject({ user: { name: 'Fábio', image: null } });
});

test('nothing but a small JSON body is read', async () => {
  const large = await callAuth(product, '/sign-up/email', { body: { ...eva, name: 'E'.repeat(20_000) } });
  expect(large.status).toBe(413);
  const form = await callAuth(product, '/sign-up/email', {
    body: new URLSearchParams(eva).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(form.status).toBe(415);
});

test.each(['/error', '/error?error=x', '/ok', '/list-sessions', '/sign-up/%2e/email'])(
  '%s of the sign-in library is not served',
  async (path) => {
    const answer = await callAuth(product, path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  },
);
