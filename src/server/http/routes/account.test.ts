import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SessionListSchema } from '#contract/profile.ts';
import { leakedPassword } from '#sandbox/leaked-passwords/leaked-passwords.ts';
import { accounts, sessions } from '#server/adapters/db/schema/auth.ts';
import { newAccount } from '#tests/helpers/factories.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import { callAuth, signedInUser, signInAgain, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

const newPassword = 'Outro-segredo-2';

const setPassword = ({ call }: Pick<TestUser, 'call'>, body: object) => call('/account/password', { body });
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

/** Backdates the sign-in by eleven minutes. */
const ageSession = ({ sessionId }: Pick<TestUser, 'sessionId'>) =>
  product.deps.db
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(sessions.id, sessionId));

test('changing the password ends the other sessions, invalidates the old password and mails the owner', async () => {
  const ana = await signedInUser(product);
  const elsewhere = await signInAgain(product, ana.account);
  expect((await elsewhere.call('/profile')).status).toBe(200);
  const changed = await setPassword(ana, { new_password: newPassword });
  expect(changed.status).toBe(204);
  expect(await changed.text()).toBe('');

  expect(await codeOf(await elsewhere.call('/profile'))).toBe('unauthenticated');
  expect((await callAuth(product, '/token', { cookie: elsewhere.cookie })).status).toBe(401);
  expect((await ana.call('/profile')).status).toBe(200);
  expect((await callAuth(product, '/token', { cookie: ana.cookie })).status).toBe(200);
  expect((await callAuth(product, '/sign-in/email', { body: ana.account })).status).toBe(401);
  await signInAgain(product, { ...ana.account, password: newPassword });
  await waitForMail(product.mailboxUrl, ana.account.email, /senha foi trocada/);
});

test.each([
  ['Ab-1', 'password_too_short', 'A nova senha deve ter pelo menos 6 caracteres.'],
  [
    'abcdef',
    'password_weak',
    'A senha deve ter pelo menos 8 caracteres. A senha deve ter pelo menos uma letra maiúscula. A senha deve ter pelo menos um número. A senha deve ter pelo menos um caractere especial.',
  ],
  ['Abcdefg1', 'password_weak', 'A senha deve ter pelo menos um caractere especial.'],
  [leakedPassword, 'password_leaked', 'Essa senha já foi vazada anteriormente. Escolha uma mais segura.'],
])('the server refuses the new password %s: %s', async (password, code, error) => {
  const bia = await signedInUser(product);
  const answer = await setPassword(bia, { new_password: password });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code, error });
  await signInAgain(product, bia.account);
});

test('a user can change the password while the leaked-password service is down', async () => {
  await using away = await startTestProduct({ LEAKED_PASSWORDS_URL: 'http://127.0.0.1:9/' });
  const caio = await signedInUser(away);
  // The server still refuses the most common passwords.
  for (const new_password of ['1q2w3e4R!', 'Zaq1@wsx', 'Bom@dia1'])
    expect(await codeOf(await setPassword(caio, { new_password }))).toBe('password_leaked');
  const name = caio.account.name.split(' ')[0] ?? '';
  expect(await codeOf(await setPassword(caio, { new_password: `${name}@2026` }))).toBe('password_personal');
  const common = await setPassword(caio, { new_password: 'Brasil@2026' });
  expect(await common.json()).toMatchObject({
    code: 'password_leaked',
    error: 'Essa senha já foi vazada anteriormente. Escolha uma mais segura.',
  });
  expect(
    (await callAuth(away, '/sign-up/email', { body: newAccount({ password: 'Senha@123' }) })).status,
  ).toBe(400);
  expect((await setPassword(caio, { new_password: newPassword })).status).toBe(204);
});

test('the server refuses a sign-up with a password made of name or address', async () => {
  await using away = await startTestProduct({ LEAKED_PASSWORDS_URL: 'http://127.0.0.1:9/' });
  const marina = newAccount({ name: 'Marina Souza', email: 'jaboticaba.92@exemplo.com' });
  for (const password of ['Marina@2026', 'Marina.Souza1', 'Jaboticaba-92']) {
    const answer = await callAuth(away, '/sign-up/email', { body: { ...marina, password } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'password_personal',
      error: 'Essa senha é feita do seu nome ou do seu e-mail. Escolha uma que ninguém adivinhe.',
    });
  }
  const common = await callAuth(away, '/sign-up/email', { body: { ...marina, password: 'Zaq1@wsx' } });
  expect(await codeOf(common)).toBe('password_leaked');
  expect((await callAuth(away, '/sign-up/email', { body: marina })).status).toBe(200);
});

test.each(['E', 'E. 😀', '😀😀'])('the server accepts a sign-up with the name %s', async (name) => {
  const account = newAccount({ name });
  expect((await callAuth(product, '/sign-up/email', { body: account })).status).toBe(200);
  await waitForMail(product.mailboxUrl, account.email, /Confirme seu e-mail/);
});

test('an old session must give the correct current password', async () => {
  const dora = await signedInUser(product);
  await ageSession(dora);
  const without = await setPassword(dora, { new_password: newPassword });
  expect(without.status).toBe(403);
  expect(await without.json()).toMatchObject({
    code: 'proof_required',
    error: 'Confirme que é você para continuar.',
  });
  const wrong = await setPassword(dora, { new_password: newPassword, current_password: 'Errada-1234' });
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({
    code: 'wrong_password',
    fields: { current_password: 'A senha atual está incorreta.' },
  });
  await signInAgain(product, dora.account);
  const right = await setPassword(dora, {
    new_password: newPassword,
    current_password: dora.account.password,
  });
  expect(right.status).toBe(204);
});

test('the server refuses a wrong current password even from a fresh session', async () => {
  const eva = await signedInUser(product);
  const answer = await setPassword(eva, { new_password: newPassword, current_password: 'Errada-1234' });
  expect(await codeOf(answer)).toBe('wrong_password');
});

test('the server allows five guesses of the current password, even in parallel, and then refuses the right one', async () => {
  const fabio = await signedInUser(product);
  await ageSession(fabio);
  const guess = (current_password: string) =>
    setPassword(fabio, { new_password: newPassword, current_password });
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(`Errada-${index}`)));
  const statuses = guesses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  const late = await guess(fabio.account.password);
  expect(late.status).toBe(429);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('an account without a password sets one in a fresh session and needs a proof in an old one', async () => {
  const gil = await signedInUser(product);
  const { db } = product.deps;
  await db.delete(accounts).where(eq(accounts.userId, gil.userId));
  expect(await (await gil.call('/profile')).json()).toMatchObject({ has_password: false });
  await ageSession(gil);
  expect(await codeOf(await setPassword(gil, { new_password: newPassword }))).toBe('proof_required');

  await db.update(sessions).set({ createdAt: new Date() }).where(eq(sessions.id, gil.sessionId));
  expect((await setPassword(gil, { new_password: newPassword })).status).toBe(204);
  expect(await (await gil.call('/profile')).json()).toMatchObject({ has_password: true });
  await signInAgain(product, { ...gil.account, password: newPassword });
});

test('the server keeps the old password and the other sessions when the notice cannot be queued', async () => {
  const hugo = await signedInUser(product);
  const elsewhere = await signInAgain(product, hugo.account);
  const { db } = product.deps;
  await db.execute(sql`alter table jobs.job_common rename to job_away`);
  const answer = await setPassword(hugo, { new_password: newPassword }).finally(() =>
    db.execute(sql`alter table jobs.job_away rename to job_common`),
  );
  expect(answer.status).toBe(500);
  expect((await elsewhere.call('/profile')).status).toBe(200);
  await signInAgain(product, hugo.account);
});

test('the session list shows only the user’s own sessions, with device, address and the current one marked', async () => {
  const ines = await signedInUser(product);
  const joao = await signedInUser(product);
  const signedIn = await callAuth(product, '/sign-in/email', {
    body: ines.account,
    headers: {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
      'x-forwarded-for': '203.0.113.7',
    },
  });
  expect(signedIn.status).toBe(200);
  const { sessions: listed } = SessionListSchema.parse(await (await ines.call('/account/sessions')).json());
  expect(listed).toHaveLength(2);
  expect(listed.filter(({ is_current }) => is_current).map(({ id }) => id)).toEqual([ines.sessionId]);
  expect(listed.find(({ is_current }) => !is_current)).toMatchObject({
    device: 'Chrome no Android',
    address: '203.0.113.7',
  });
  expect(JSON.stringify(listed)).not.toContain(joao.sessionId);
  expect(Object.keys(listed[0] ?? {}).sort()).toEqual(
    ['address', 'created_at', 'device', 'id', 'is_current', 'last_seen_at'].sort(),
  );
});

test('ending other sessions stops them at once and keeps those of other users', async () => {
  const karla = await signedInUser(product);
  const luis = await signedInUser(product);
  const elsewhere = await signInAgain(product, karla.account);
  const ended = await elsewhere.call('/account/sessions/end-others', { method: 'POST', body: {} });
  expect(ended.status).toBe(204);
  expect(await codeOf(await karla.call('/profile'))).toBe('unauthenticated');
  expect(await (await callAuth(product, '/get-session', { cookie: karla.cookie })).json()).toBeNull();
  expect((await elsewhere.call('/profile')).status).toBe(200);
  expect((await luis.call('/profile')).status).toBe(200);
});

test('the server refuses every account route without a session', async () => {
  for (const [method, path] of [
    ['POST', '/account/password'],
    ['GET', '/account/sessions'],
    ['POST', '/account/sessions/end-others'],
    ['GET', '/account/export'],
    ['DELETE', '/auth/me'],
  ] as const)
    expect((await fetch(`${product.url}/api${path}`, { method })).status).toBe(401);
});
