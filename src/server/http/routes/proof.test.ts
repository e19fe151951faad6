import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EnrolledFactor, FactorVerified } from '#contract/factors.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { accounts, sessions } from '#server/adapters/db/schema/auth.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import {
  challengeFactor,
  enrolFactor,
  errorCodeOf,
  expectJson,
  openTestClock,
  totpCode,
  verifyFactor,
} from '#tests/helpers/second-factor-api.ts';
import {
  type apiClient,
  callAuth,
  signedInUser,
  signInAgain,
  type TestUser,
} from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

const clock = openTestClock();
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' }, clock);
}, 60_000);
afterAll(() => product.close());
beforeEach(() => clock.toStepStart());

type Session = Awaited<ReturnType<typeof apiClient>>;

async function withApp(user: Session) {
  const factor = await enrolFactor(user, { factor_type: 'totp', friendly_name: 'Celular' });
  const { id } = await challengeFactor(user, factor.id);
  const passed = await expectJson<FactorVerified>(
    await verifyFactor(user, factor.id, id, totpCode(factor, clock, -30_000)),
  );
  return { factor, codes: passed.recovery_codes ?? [] };
}

const prove = ({ call }: Session, password: string) => call('/auth/proof/password', { body: { password } });
const changeEmail = ({ cookie, token }: Session, newEmail: string) =>
  callAuth(product, '/change-email', {
    body: { newEmail, callbackURL: '/dashboard/conta' },
    cookie,
    headers: { authorization: `Bearer ${token}` },
  });

type Act = {
  name: string;
  /** Begun while the session is fresh. */
  begin?: (user: TestUser) => Promise<EnrolledFactor>;
  act: (user: TestUser, begun: EnrolledFactor) => Promise<Response>;
  status: number;
};
const beginFactor = (user: Session) => enrolFactor(user, { factor_type: 'totp', friendly_name: 'Celular' });
const acts: Act[] = [
  { name: 'deleting the account', act: ({ call }) => call('/auth/me', { method: 'DELETE' }), status: 204 },
  {
    name: 'beginning a factor',
    act: ({ call }) => call('/auth/factors', { body: { factor_type: 'totp', friendly_name: 'Celular' } }),
    status: 201,
  },
  {
    name: 'changing the e-mail',
    act: (user) => changeEmail(user, `novo.${user.account.email}`),
    status: 200,
  },
  {
    name: 'changing the password',
    act: ({ call }) => call('/account/password', { body: { new_password: 'Outro-segredo-2' } }),
    status: 204,
  },
  { name: 'downloading all data', act: ({ call }) => call('/account/export'), status: 200 },
  {
    name: 'removing an unverified factor',
    begin: beginFactor,
    act: ({ call }, { id }) => call(`/auth/factors/${id}`, { method: 'DELETE' }),
    status: 204,
  },
  {
    name: 'verifying a new factor',
    begin: beginFactor,
    act: async (user, factor) => {
      const { id } = await challengeFactor(user, factor.id);
      return verifyFactor(user, factor.id, id, totpCode(factor, clock));
    },
    status: 200,
  },
];

test.for(acts)('$name requires a proof only in an old session', async ({ begin, act: actWith, status }) => {
  const none = {} as EnrolledFactor;
  const fresh = await signedInUser(product);
  const begun = (await begin?.(fresh)) ?? none;
  clock.advance(9 * minuteMs);
  expect((await actWith(fresh, begun)).status).toBe(status);

  clock.toStepStart();
  const old = await signedInUser(product);
  const begunLater = (await begin?.(old)) ?? none;
  const act = (user: TestUser) => actWith(user, begunLater);
  clock.advance(11 * minuteMs);
  const refused = await act(old);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    code: 'proof_required',
    error: 'Confirme que é você para continuar.',
  });
  expect(await expectJson(await old.call('/auth/proof'))).toEqual({
    way: 'password',
    email: old.account.email,
  });
  expect((await prove(old, old.account.password)).status).toBe(204);
  expect((await act(old)).status).toBe(status);
});

test('an account with a second factor proves its identity with it, not with password or mail', async () => {
  const ana = await signedInUser(product);
  const { factor, codes } = await withApp(ana);
  clock.advance(11 * minuteMs);
  const remove = () => ana.call(`/auth/factors/${factor.id}`, { method: 'DELETE' });
  const setPassword = (body: object) =>
    ana.call('/account/password', { body: { new_password: 'Outro-segredo-2', ...body } });
  expect(await expectJson(await ana.call('/auth/proof'))).toMatchObject({ way: 'second_factor' });
  expect((await prove(ana, ana.account.password)).status).toBe(403);
  expect((await ana.call('/auth/proof/code-mail', { method: 'POST' })).status).toBe(403);
  expect((await ana.call('/auth/proof/code', { body: { code: '123456' } })).status).toBe(403);
  for (const act of [
    remove,
    () => ana.call('/auth/factors/recovery-codes', { method: 'POST' }),
    () => setPassword({}),
    () => setPassword({ current_password: ana.account.password }),
  ])
    expect(await errorCodeOf(await act())).toBe('proof_required');

  const { id } = await challengeFactor(ana, factor.id);
  expect((await verifyFactor(ana, factor.id, id, totpCode(factor, clock))).status).toBe(200);
  expect((await setPassword({})).status).toBe(204);
  // Eleven minutes later, without a new access token in between.
  const provedAt = new Date(clock.nowMs() - 11 * minuteMs);
  await product.deps.db.update(sessions).set({ provedAt }).where(eq(sessions.id, ana.sessionId));
  const renew = () => ana.call('/auth/factors/recovery-codes', { method: 'POST' });
  expect(await errorCodeOf(await renew())).toBe('proof_required');
  expect((await ana.call('/auth/factors/recovery', { body: { code: codes[0] } })).status).toBe(200);
  expect((await renew()).status).toBe(200);
  expect((await ana.call(`/auth/factors/${factor.id}`, { method: 'DELETE' })).status).toBe(204);
});

test('verifying a new factor is no proof', async () => {
  const bia = await signedInUser(product);
  clock.advance(9 * minuteMs);
  const factor = await beginFactor(bia);
  const { id } = await challengeFactor(bia, factor.id);
  expect((await verifyFactor(bia, factor.id, id, totpCode(factor, clock))).status).toBe(200);
  clock.advance(2 * minuteMs);
  expect(await errorCodeOf(await bia.call('/auth/me', { method: 'DELETE' }))).toBe('proof_required');
});

/** An account that signs in only with Google or a magic link. */
async function withoutPassword() {
  clock.toStepStart();
  const user = await signedInUser(product);
  await product.deps.db.delete(accounts).where(eq(accounts.userId, user.userId));
  clock.advance(11 * minuteMs);
  return user;
}
const codeMail = / é seu código do /;
async function mailedCode({ account }: TestUser) {
  const { subject } = await waitForMail(product.mailboxUrl, account.email, codeMail);
  return subject.slice(0, 6);
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('an account without a password proves its identity with a mailed code', async () => {
  const caio = await withoutPassword();
  const remove = () => caio.call('/auth/me', { method: 'DELETE' });
  const give = (code: string) => caio.call('/auth/proof/code', { body: { code } });
  expect(await errorCodeOf(await remove())).toBe('proof_required');
  expect(await expectJson(await caio.call('/auth/proof'))).toEqual({
    way: 'email',
    email: caio.account.email,
  });
  expect(await errorCodeOf(await give('123456'))).toBe('challenge_over');
  expect((await prove(caio, 'Segredo-forte-1')).status).toBe(403);

  expect((await caio.call('/auth/proof/code-mail', { method: 'POST' })).status).toBe(204);
  const code = await mailedCode(caio);
  const wrong = await give(other(code));
  expect(await wrong.json()).toMatchObject({
    code: 'code_wrong',
    error: 'Código incorreto. Restam 4 tentativas.',
  });
  const stranger = await withoutPassword();
  expect(await errorCodeOf(await stranger.call('/auth/proof/code', { body: { code } }))).toBe(
    'challenge_over',
  );
  expect((await give(code)).status).toBe(204);
  expect(await errorCodeOf(await give(code))).toBe('challenge_over');
  expect((await remove()).status).toBe(204);
});

test('a mailed code expires after ten minutes and after five wrong codes in parallel', async () => {
  const dora = await withoutPassword();
  const give = (code: string) => dora.call('/auth/proof/code', { body: { code } });
  await dora.call('/auth/proof/code-mail', { method: 'POST' });
  const code = await mailedCode(dora);
  const codes = await Promise.all(
    Array.from({ length: 12 }, async () => errorCodeOf(await give(other(code)))),
  );
  expect(codes.filter((each) => each === 'code_wrong')).toHaveLength(4);
  expect(codes.filter((each) => each === 'challenge_over')).toHaveLength(8);
  expect(await errorCodeOf(await give(code))).toBe('challenge_over');

  clock.toStepStart();
  const eva = await signedInUser(product);
  await product.deps.db.delete(accounts).where(eq(accounts.userId, eva.userId));
  await eva.call('/auth/proof/code-mail', { method: 'POST' });
  const late = await mailedCode(eva);
  clock.advance(10 * minuteMs + 1_000);
  expect(await errorCodeOf(await eva.call('/auth/proof/code', { body: { code: late } }))).toBe(
    'challenge_over',
  );
});

test('the server limits password guesses and code mails to five', async () => {
  const fabio = await signedInUser(product);
  clock.advance(11 * minuteMs);
  const guesses = await Promise.all(Array.from({ length: 12 }, () => prove(fabio, 'Errada-1234')));
  const statuses = guesses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  expect((await prove(fabio, fabio.account.password)).status).toBe(429);

  const gil = await withoutPassword();
  const mails = [];
  for (let each = 0; each < 6; each += 1)
    mails.push((await gil.call('/auth/proof/code-mail', { method: 'POST' })).status);
  expect(mails).toEqual([204, 204, 204, 204, 204, 429]);
});

test('a proof counts only for its own session', async () => {
  const hugo = await signedInUser(product);
  const elsewhere = await signInAgain(product, hugo.account);
  clock.advance(11 * minuteMs);
  expect((await prove(elsewhere, hugo.account.password)).status).toBe(204);
  expect(await errorCodeOf(await hugo.call('/auth/me', { method: 'DELETE' }))).toBe('proof_required');
});
