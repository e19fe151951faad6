import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FactorListSchema, type FactorVerified, recoveryCodeCount } from '#contract/factors.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { failingNumber } from '#sandbox/sms/sms.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { mailsTo, waitForMail } from '#tests/helpers/mailbox.ts';
import {
  challengeFactor,
  enrolFactor,
  errorCodeOf,
  expectJson,
  openTestClock,
  totpCode,
  userWithFactor,
  verifyFactor,
  wrongTotpCode,
} from '#tests/helpers/second-factor-api.ts';
import { signedInUser, signInAgain } from '#tests/helpers/signed-in-user.ts';
import { waitForSms } from '#tests/helpers/sms.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
const clock = openTestClock();
beforeAll(async () => {
  // Trust the local proxy, so that each sign-up comes from another address.
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' }, { now: clock.now });
});
afterAll(() => product.close());
beforeEach(() => clock.toStepStart());

test('an authenticator app is required at the next sign-in, and the server refuses all data before', async () => {
  const { user, factor, codes } = await userWithFactor(product, clock);
  expect(factor.totp?.uri).toMatch(/^otpauth:\/\/totp\/Escriba:.*issuer=Escriba/);
  expect(codes).toHaveLength(recoveryCodeCount);
  expect(new Set(codes).size).toBe(recoveryCodeCount);
  await waitForMail(product.mailboxUrl, user.account.email, /duas etapas ativada/);
  expect((await user.call('/profile')).status).toBe(200);

  const later = await signInAgain(product, user.account);
  for (const refused of [
    await later.call('/profile'),
    await later.call('/account/sessions'),
    await later.call('/account/export'),
    await later.call('/auth/plan'),
    await later.call(`/auth/factors/${factor.id}`, { method: 'DELETE' }),
    await later.call('/auth/factors', { body: { factor_type: 'totp', friendly_name: 'Do ladrão' } }),
    await later.call('/auth/factors/recovery-codes', { body: {} }),
    await later.call('/auth/me', { method: 'DELETE' }),
  ])
    expect([refused.status, await errorCodeOf(refused)]).toEqual([403, 'second_factor_required']);

  const seen = FactorListSchema.parse(await expectJson(await later.call('/auth/factors')));
  expect(seen).toMatchObject({ current_level: 'aal1', next_level: 'aal2', recovery_codes_left: 10 });
  const { id } = await challengeFactor(later, factor.id);
  expect(await expectJson(await verifyFactor(later, factor.id, id, totpCode(factor, clock)))).toEqual({
    aal: 'aal2',
    recovery_codes: null,
  });
  expect((await later.call('/profile')).status).toBe(200);
});

test('the server accepts a code once, over all challenges and parallel tabs, and no earlier code after it', async () => {
  const { user, factor } = await userWithFactor(product, clock);
  const [one, two] = [await signInAgain(product, user.account), await signInAgain(product, user.account)];
  const code = totpCode(factor, clock);
  const tries = await Promise.all([
    verifyFactor(one, factor.id, (await challengeFactor(one, factor.id)).id, code),
    verifyFactor(two, factor.id, (await challengeFactor(two, factor.id)).id, code),
  ]);
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400]);
  const again = await signInAgain(product, user.account);
  const { id } = await challengeFactor(again, factor.id);
  expect(await errorCodeOf(await verifyFactor(again, factor.id, id, code))).toBe('code_wrong');
  expect(await errorCodeOf(await verifyFactor(again, factor.id, id, totpCode(factor, clock, -30_000)))).toBe(
    'code_wrong',
  );
});

test('the code that enrolled an app cannot pass a later sign-in', async () => {
  const user = await signedInUser(product);
  const factor = await enrolFactor(user, { factor_type: 'totp', friendly_name: 'Celular' });
  const { id } = await challengeFactor(user, factor.id);
  const code = totpCode(factor, clock);
  expect((await verifyFactor(user, factor.id, id, code)).status).toBe(200);
  const later = await signInAgain(product, user.account);
  const { id: laterId } = await challengeFactor(later, factor.id);
  expect(await errorCodeOf(await verifyFactor(later, factor.id, laterId, code))).toBe('code_wrong');
  expect((await verifyFactor(later, factor.id, laterId, totpCode(factor, clock, 30_000))).status).toBe(200);
});

test('a new factor applies to open sessions, and passing it upgrades only one session', async () => {
  const user = await signedInUser(product);
  const others = [await signInAgain(product, user.account), await signInAgain(product, user.account)];
  for (const other of others) expect((await other.call('/profile')).status).toBe(200);
  const factor = await enrolFactor(user, { factor_type: 'totp', friendly_name: 'Celular' });
  const { id } = await challengeFactor(user, factor.id);
  expect((await verifyFactor(user, factor.id, id, totpCode(factor, clock))).status).toBe(200);
  for (const other of others) expect((await other.call('/profile')).status).toBe(403);
  const [passing] = others;
  if (passing === undefined) throw new Error('there are two');
  const { id: otherId } = await challengeFactor(passing, factor.id);
  expect((await verifyFactor(passing, factor.id, otherId, totpCode(factor, clock, 30_000))).status).toBe(200);
  expect(await Promise.all(others.map(async ({ call }) => (await call('/profile')).status))).toEqual([
    200, 403,
  ]);
});

test('the server refuses a code outside its time window and an expired challenge', async () => {
  const { user, factor } = await userWithFactor(product, clock);
  const later = await signInAgain(product, user.account);
  const { id } = await challengeFactor(later, factor.id);
  for (const aheadMs of [-90_000, 90_000])
    expect(
      await errorCodeOf(await verifyFactor(later, factor.id, id, totpCode(factor, clock, aheadMs))),
    ).toBe('code_wrong');
  clock.advance(6 * minuteMs);
  expect(await errorCodeOf(await verifyFactor(later, factor.id, id, totpCode(factor, clock)))).toBe(
    'challenge_over',
  );
});

test('five wrong codes end the challenge, even in parallel, and then the server refuses the right code', async () => {
  const { user, factor } = await userWithFactor(product, clock);
  const later = await signInAgain(product, user.account);
  const { id } = await challengeFactor(later, factor.id);
  const wrong = wrongTotpCode(factor, clock);
  const tries = await Promise.all(
    Array.from({ length: 50 }, () => verifyFactor(later, factor.id, id, wrong)),
  );
  const codes = await Promise.all(tries.map(errorCodeOf));
  // The fifth wrong code already ends the challenge.
  expect(codes.filter((code) => code === 'code_wrong')).toHaveLength(4);
  expect(codes.filter((code) => code === 'challenge_over')).toHaveLength(46);
  expect(await errorCodeOf(await verifyFactor(later, factor.id, id, totpCode(factor, clock)))).toBe(
    'challenge_over',
  );
  expect((await later.call('/profile')).status).toBe(403);
  const next = await challengeFactor(later, factor.id);
  expect((await verifyFactor(later, factor.id, next.id, totpCode(factor, clock))).status).toBe(200);
});

test('the error for a wrong code says how many attempts are left', async () => {
  const { user, factor } = await userWithFactor(product, clock);
  const later = await signInAgain(product, user.account);
  const { id } = await challengeFactor(later, factor.id);
  const texts: string[] = [];
  for (let count = 0; count < 5; count += 1)
    texts.push(
      (
        (await (await verifyFactor(later, factor.id, id, wrongTotpCode(factor, clock))).json()) as {
          error: string;
        }
      ).error,
    );
  expect(texts).toEqual([
    'Código incorreto. Restam 4 tentativas.',
    'Código incorreto. Restam 3 tentativas.',
    'Código incorreto. Restam 2 tentativas.',
    'Código incorreto. Resta 1 tentativa.',
    'Foram cinco códigos errados. Peça um novo e tente de novo.',
  ]);
  expect(await errorCodeOf(await verifyFactor(later, factor.id, id, totpCode(factor, clock)))).toBe(
    'challenge_over',
  );
});

test('an account has fifteen wrong codes in 15 minutes over all challenges, and a right one does not reset them', async () => {
  const { user, factor } = await userWithFactor(product, clock);
  const thief = await signInAgain(product, user.account);
  const wrong = wrongTotpCode(factor, clock);
  const guess = async (count: number) => {
    const { id } = await challengeFactor(thief, factor.id);
    return Promise.all(
      Array.from({ length: count }, async () => errorCodeOf(await verifyFactor(thief, factor.id, id, wrong))),
    );
  };
  for (let round = 0; round < 3; round += 1) expect(await guess(4)).toEqual(Array(4).fill('code_wrong'));
  // The owner signs in meanwhile, which gives the thief no new attempts.
  const owner = await signInAgain(product, user.account);
  const { id } = await challengeFactor(owner, factor.id);
  expect((await verifyFactor(owner, factor.id, id, totpCode(factor, clock))).status).toBe(200);
  expect((await guess(4)).sort()).toEqual(['code_wrong', 'code_wrong', 'code_wrong', 'too_many_requests']);

  const last = await challengeFactor(thief, factor.id);
  const refused = await verifyFactor(thief, factor.id, last.id, totpCode(factor, clock, 30_000));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  const byRecovery = await thief.call('/auth/factors/recovery', { body: { code: 'aaaaa-aaaaa' } });
  expect(byRecovery.status).toBe(429);
  expect((await thief.call('/profile')).status).toBe(403);

  // The server refused three requests, and the owner gets one mail.
  const { email } = user.account;
  const notice = /códigos errados/;
  await waitForMail(product.mailboxUrl, email, notice);
  const notices = (await mailsTo(product.mailboxUrl, email)).filter(({ subject }) => notice.test(subject));
  expect(notices).toHaveLength(1);
});

test('a user cannot use the factors and challenges of another user or session', async () => {
  const { user, factor } = await userWithFactor(product, clock);
  const stranger = await signedInUser(product);
  expect((await stranger.call(`/auth/factors/${factor.id}/challenge`, { body: {} })).status).toBe(404);
  expect((await stranger.call(`/auth/factors/${factor.id}`, { method: 'DELETE' })).status).toBe(404);
  const { id } = await challengeFactor(user, factor.id);
  expect((await verifyFactor(stranger, factor.id, id, totpCode(factor, clock))).status).toBe(404);
  const otherSession = await signInAgain(product, user.account);
  expect(await errorCodeOf(await verifyFactor(otherSession, factor.id, id, totpCode(factor, clock)))).toBe(
    'challenge_over',
  );
});

test('a session that must pass a factor cannot verify an unverified one instead', async () => {
  const { user, factor } = await userWithFactor(product, clock);
  const begun = await enrolFactor(user, { factor_type: 'totp', friendly_name: 'Tablet' });
  const later = await signInAgain(product, user.account);
  const detour = await later.call(`/auth/factors/${begun.id}/challenge`, { body: {} });
  expect(await errorCodeOf(detour)).toBe('second_factor_required');
  const list = FactorListSchema.parse(await expectJson(await later.call('/auth/factors')));
  expect(list.factors.map(({ id }) => id)).toEqual([factor.id]);
});

test('an unverified factor is not required at sign-in', async () => {
  const user = await signedInUser(product);
  const begun = await enrolFactor(user, { factor_type: 'totp', friendly_name: 'Celular' });
  const later = await signInAgain(product, user.account);
  expect((await later.call('/profile')).status).toBe(200);
  // Enrolling again under the same name replaces the first.
  const again = await enrolFactor(user, { factor_type: 'totp', friendly_name: 'Celular' });
  expect(again.id).not.toBe(begun.id);
  expect((await user.call(`/auth/factors/${begun.id}/challenge`, { body: {} })).status).toBe(404);
});

test('enrolling a factor deletes unverified factors older than an hour', async () => {
  const user = await signedInUser(product);
  const left = await enrolFactor(user, { factor_type: 'totp', friendly_name: 'Largado' });
  const fresh = await enrolFactor(user, { factor_type: 'totp', friendly_name: 'De agora' });
  await product.deps.db.execute(
    sql`update factors set created_at = now() - interval '61 minutes' where id = ${left.id}`,
  );
  const next = await enrolFactor(user, { factor_type: 'totp', friendly_name: 'Novo' });
  const { factors } = FactorListSchema.parse(await expectJson(await user.call('/auth/factors')));
  expect(factors.map(({ id }) => id)).toEqual([fresh.id, next.id]);
});

test('the server accepts a recovery code once, even when it is sent twice in parallel', async () => {
  const { user, codes } = await userWithFactor(product, clock);
  const [one, two] = [await signInAgain(product, user.account), await signInAgain(product, user.account)];
  const code = ` ${(codes[0] ?? '').toUpperCase().replace('-', ' ')} `;
  const body = { code };
  const tries = await Promise.all([
    one.call('/auth/factors/recovery', { body }),
    two.call('/auth/factors/recovery', { body }),
  ]);
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400]);
  const passed = tries[0]?.status === 200 ? one : two;
  expect((await passed.call('/profile')).status).toBe(200);
  await waitForMail(product.mailboxUrl, user.account.email, /Código de recuperação usado/);
  const list = FactorListSchema.parse(await expectJson(await passed.call('/auth/factors')));
  expect(list.recovery_codes_left).toBe(9);

  const renewed = await expectJson<{ recovery_codes: string[] }>(
    await passed.call('/auth/factors/recovery-codes', { body: {} }),
  );
  expect(renewed.recovery_codes).toHaveLength(10);
  const old = await signInAgain(product, user.account);
  expect((await old.call('/auth/factors/recovery', { body: { code: codes[1] } })).status).toBe(400);
});

test('removing the last factor deletes its recovery codes and downgrades all sessions to aal1', async () => {
  const { user, factor } = await userWithFactor(product, clock);
  const other = await signInAgain(product, user.account);
  expect((await other.call('/profile')).status).toBe(403);
  expect((await user.call(`/auth/factors/${factor.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await other.call('/profile')).status).toBe(200);
  await waitForMail(product.mailboxUrl, user.account.email, /duas etapas removida/);
  const list = FactorListSchema.parse(await expectJson(await user.call('/auth/factors')));
  expect(list).toMatchObject({ current_level: 'aal1', next_level: 'aal1', recovery_codes_left: 0 });
});

test('a phone factor sends an SMS code that works once and only for its own challenge', async () => {
  const user = await signedInUser(product);
  const phone = '+5511987654321';
  const factor = await enrolFactor(user, { factor_type: 'phone', friendly_name: 'Meu telefone', phone });
  expect(factor).toMatchObject({ phone: '4321', totp: null });
  const first = await challengeFactor(user, factor.id);
  const { text } = await waitForSms(product.sandboxUrl, phone);
  expect(text).toMatch(/^\d{6} é seu código do Escriba\. Ele vale por 10 minutos\.$/);
  const code = text.slice(0, 6);
  const second = await challengeFactor(user, factor.id);
  expect(await errorCodeOf(await verifyFactor(user, factor.id, second.id, code))).toBe('code_wrong');
  const passed = await expectJson<FactorVerified>(
    await verifyFactor(user, factor.id, first.id, `${code.slice(0, 3)} ${code.slice(3)}`),
  );
  expect(passed.recovery_codes).toHaveLength(10);
  expect(await errorCodeOf(await verifyFactor(user, factor.id, first.id, code))).toBe('challenge_over');

  expect((await user.call(`/auth/factors/${factor.id}/challenge`, { body: {} })).status).toBe(200);
  const fourth = await user.call(`/auth/factors/${factor.id}/challenge`, { body: {} });
  expect(fourth.status).toBe(429);
});

test('an SMS code expires after ten minutes', async () => {
  const user = await signedInUser(product);
  const phone = '+5531987651234';
  const factor = await enrolFactor(user, { factor_type: 'phone', friendly_name: 'Meu telefone', phone });
  const codeOfMessage = async () => (await waitForSms(product.sandboxUrl, phone)).text.slice(0, 6);
  const first = await challengeFactor(user, factor.id);
  const late = await codeOfMessage();
  clock.advance(10 * minuteMs + 1_000);
  await user.call('/auth/proof/password', { body: { password: user.account.password } });
  expect(await errorCodeOf(await verifyFactor(user, factor.id, first.id, late))).toBe('challenge_over');
  clock.toStepStart();
  const second = await challengeFactor(user, factor.id);
  const inTime = await codeOfMessage();
  clock.advance(9 * minuteMs);
  expect((await verifyFactor(user, factor.id, second.id, inTime)).status).toBe(200);
});

test('an account gets ten SMS a day, with any number of phones', async () => {
  const user = await signedInUser(product);
  const ids: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const phone = `+551198888000${index}`;
    ids.push((await enrolFactor(user, { factor_type: 'phone', friendly_name: `Fone ${index}`, phone })).id);
  }
  const ask = (id = '') => user.call(`/auth/factors/${id}/challenge`, { body: {} });
  for (const id of ids.slice(0, 3)) {
    for (let count = 0; count < 3; count += 1) expect((await ask(id)).status).toBe(200);
    // A refusal by the limit of the phone does not count towards the limit of the account.
    const refused = await ask(id);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
  }
  expect((await ask(ids[3])).status).toBe(200);
  const refused = await ask(ids[3]);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
});

test('a failed SMS gets an error and does not count towards the limit', async () => {
  const user = await signedInUser(product);
  const factor = await enrolFactor(user, {
    factor_type: 'phone',
    friendly_name: 'Sem sinal',
    phone: failingNumber,
  });
  for (let count = 0; count < 5; count += 1) {
    const answer = await user.call(`/auth/factors/${factor.id}/challenge`, { body: {} });
    expect([answer.status, await errorCodeOf(answer)]).toEqual([503, 'sms_not_sent']);
  }
  expect(product.logged()).toContain('the SMS service answered 503');
  expect(product.logged()).not.toContain(failingNumber.slice(1));
});

test('an installation without SMS neither offers nor accepts a phone', async () => {
  const port = await freePort();
  await using without = await startTestProduct({
    NODE_ENV: 'production',
    SMS_URL: '',
    SESSION_SECRET: 's'.repeat(32),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  const user = await signedInUser(without);
  const list = FactorListSchema.parse(await expectJson(await user.call('/auth/factors')));
  expect(list.phone_offered).toBe(false);
  const body = { factor_type: 'phone', friendly_name: 'Meu telefone', phone: '+5511987654321' };
  const refused = await user.call('/auth/factors', { body });
  expect([refused.status, await errorCodeOf(refused)]).toEqual([403, 'forbidden']);
});

test('the database stores secrets and numbers encrypted, and the log contains none of them and no codes', async () => {
  const { user, factor, codes } = await userWithFactor(product, clock);
  const phone = '+5521912345678';
  const telephone = await enrolFactor(user, { factor_type: 'phone', friendly_name: 'Outro', phone });
  const { id } = await challengeFactor(user, telephone.id);
  const sent = (await waitForSms(product.sandboxUrl, phone)).text.slice(0, 6);
  const { rows } = await product.deps.db.execute(
    sql`select (select json_agg(factors) from factors) as f, (select json_agg(recovery_codes) from recovery_codes) as r`,
  );
  const kept = JSON.stringify(rows);
  const hashes = await product.deps.db.execute<{ hash: string }>(
    sql`select code_hash as hash from factor_challenges where id = ${id}`,
  );
  expect(hashes.rows[0]?.hash).toMatch(/^[\w-]{43}$/);
  const secrets = [factor.totp?.secret ?? '', phone.slice(1), ...codes];
  // Only as a whole number, because a timestamp may contain the digits.
  expect(product.logged()).not.toMatch(new RegExp(`(?<![\\d.])${sent}(?!\\d)`));
  for (const secret of secrets) {
    expect(secret).not.toBe('');
    expect(kept).not.toContain(secret);
    expect(product.logged()).not.toContain(secret);
  }
});

test('an account has at most ten factors with distinct names', async () => {
  const { user } = await userWithFactor(product, clock, 'Celular');
  const taken = await user.call('/auth/factors', {
    body: { factor_type: 'totp', friendly_name: 'Celular' },
  });
  expect(await errorCodeOf(taken)).toBe('factor_exists');
  for (let count = 2; count <= 10; count += 1)
    await enrolFactor(user, { factor_type: 'totp', friendly_name: `Fator ${count}` });
  const eleventh = await user.call('/auth/factors', {
    body: { factor_type: 'totp', friendly_name: 'Mais um' },
  });
  expect(await errorCodeOf(eleventh)).toBe('too_many_factors');
});
