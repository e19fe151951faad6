import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Challenge,
  type EnrolledFactor,
  FactorListSchema,
  type Passed,
  recoveryCodeCount,
} from '#contract/factors.ts';
import { arrivedPerson, signInAgain } from '#tests/arrived-person.ts';
import { waitForMail } from '#tests/mailbox.ts';
import { waitForSms } from '#tests/sms.ts';
import { startTestProduct, type TestProduct } from '#tests/start-test-product.ts';

let product: TestProduct;
let shiftMs = 0;
const nowMs = () => Date.now() + shiftMs;
beforeAll(async () => {
  // As behind a proxy: each sign-up comes from another address.
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' }, { now: () => new Date(nowMs()) });
});
afterAll(() => product.close());

type Person = Awaited<ReturnType<typeof arrivedPerson>>;
type Caller = Pick<Person, 'call'>;

async function read<T>(answer: Response, status = 200): Promise<T> {
  const text = await answer.text();
  expect([answer.status, text]).toEqual([status, expect.anything()]);
  return JSON.parse(text) as T;
}
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

const enrol = async ({ call }: Caller, body: object) =>
  read<EnrolledFactor>(await call('/auth/factors', { body }), 201);
const challenge = async ({ call }: Caller, id: string) =>
  read<Challenge>(await call(`/auth/factors/${id}/challenge`, { body: {} }));
const verify = ({ call }: Caller, id: string, challengeId: string, code: string) =>
  call(`/auth/factors/${id}/verify`, { body: { challenge_id: challengeId, code } });
const appOf = (factor: EnrolledFactor) => new TOTP({ secret: Secret.fromBase32(factor.totp?.secret ?? '') });
const codeAt = (factor: EnrolledFactor, aheadMs = 0) =>
  appOf(factor).generate({ timestamp: nowMs() + aheadMs });
const wrongFor = (factor: EnrolledFactor) =>
  String((Number(codeAt(factor)) + 500_000) % 1_000_000).padStart(6, '0');

/** An account whose app is proved, with the step before the present one used up. */
async function withApp(name = 'Celular') {
  const person = await arrivedPerson(product);
  const factor = await enrol(person, { factor_type: 'totp', friendly_name: name });
  const { id } = await challenge(person, factor.id);
  const passed = await read<Passed>(await verify(person, factor.id, id, codeAt(factor, -30_000)));
  return { person, factor, codes: passed.recovery_codes ?? [] };
}

test('an app: enrolled, proved, asked for at the next sign-in, and no data before it is passed', async () => {
  const { person, factor, codes } = await withApp();
  expect(factor.totp?.uri).toMatch(/^otpauth:\/\/totp\/Escriba:.*issuer=Escriba/);
  expect(codes).toHaveLength(recoveryCodeCount);
  expect(new Set(codes).size).toBe(recoveryCodeCount);
  await waitForMail(product.mailboxUrl, person.account.email, /Segundo fator ativado/);
  expect((await person.call('/profile')).status).toBe(200);

  const later = await signInAgain(product, person.account);
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
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'second_factor_required']);

  const seen = FactorListSchema.parse(await read(await later.call('/auth/factors')));
  expect(seen).toMatchObject({ current_level: 'aal1', next_level: 'aal2', recovery_codes_left: 10 });
  const { id } = await challenge(later, factor.id);
  expect(await read(await verify(later, factor.id, id, codeAt(factor)))).toEqual({
    aal: 'aal2',
    recovery_codes: null,
  });
  expect((await later.call('/profile')).status).toBe(200);
});

test('a code opens once: not with another challenge, not in two tabs at once, and not the one before it', async () => {
  const { person, factor } = await withApp();
  const [one, two] = [await signInAgain(product, person.account), await signInAgain(product, person.account)];
  const code = codeAt(factor);
  const tries = await Promise.all([
    verify(one, factor.id, (await challenge(one, factor.id)).id, code),
    verify(two, factor.id, (await challenge(two, factor.id)).id, code),
  ]);
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400]);
  const again = await signInAgain(product, person.account);
  const { id } = await challenge(again, factor.id);
  expect(await codeOf(await verify(again, factor.id, id, code))).toBe('code_wrong');
  expect(await codeOf(await verify(again, factor.id, id, codeAt(factor, -30_000)))).toBe('code_wrong');
});

test('a code outside its window opens nothing, and a challenge ends with its time', async () => {
  const { person, factor } = await withApp();
  const later = await signInAgain(product, person.account);
  const { id } = await challenge(later, factor.id);
  for (const aheadMs of [-90_000, 90_000])
    expect(await codeOf(await verify(later, factor.id, id, codeAt(factor, aheadMs)))).toBe('code_wrong');
  shiftMs = 6 * 60_000;
  expect(await codeOf(await verify(later, factor.id, id, codeAt(factor)))).toBe('challenge_over');
  shiftMs = 0;
});

test('five wrong codes lock the challenge, also when fifty come at once, and the right one comes too late', async () => {
  const { person, factor } = await withApp();
  const later = await signInAgain(product, person.account);
  const { id } = await challenge(later, factor.id);
  const wrong = wrongFor(factor);
  const tries = await Promise.all(Array.from({ length: 50 }, () => verify(later, factor.id, id, wrong)));
  const codes = await Promise.all(tries.map(codeOf));
  // The fifth says itself that it was the last one.
  expect(codes.filter((code) => code === 'code_wrong')).toHaveLength(4);
  expect(await codeOf(await verify(later, factor.id, id, codeAt(factor)))).not.toBe('code_wrong');
  expect((await later.call('/profile')).status).toBe(403);
  // A new challenge gives new tries, but the account as a whole has only so many.
  const next = await later.call(`/auth/factors/${factor.id}/challenge`, { body: {} });
  const { id: nextId } = await read<Challenge>(next);
  const refused = await verify(later, factor.id, nextId, codeAt(factor));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('the tries that are left are said', async () => {
  const { person, factor } = await withApp();
  const later = await signInAgain(product, person.account);
  const { id } = await challenge(later, factor.id);
  const texts: string[] = [];
  for (let count = 0; count < 5; count += 1)
    texts.push(
      ((await (await verify(later, factor.id, id, wrongFor(factor))).json()) as { error: string }).error,
    );
  expect(texts).toEqual([
    'Código incorreto. Restam 4 tentativas.',
    'Código incorreto. Restam 3 tentativas.',
    'Código incorreto. Restam 2 tentativas.',
    'Código incorreto. Resta 1 tentativa.',
    'Foram cinco códigos errados. Peça um novo e tente de novo.',
  ]);
});

test('somebody else’s factor, challenge and session are not there', async () => {
  const { person, factor } = await withApp();
  const stranger = await arrivedPerson(product);
  expect((await stranger.call(`/auth/factors/${factor.id}/challenge`, { body: {} })).status).toBe(404);
  expect((await stranger.call(`/auth/factors/${factor.id}`, { method: 'DELETE' })).status).toBe(404);
  const { id } = await challenge(person, factor.id);
  expect((await verify(stranger, factor.id, id, codeAt(factor))).status).toBe(404);
  const otherSession = await signInAgain(product, person.account);
  expect(await codeOf(await verify(otherSession, factor.id, id, codeAt(factor)))).toBe('challenge_over');
});

test('who owes a factor they have cannot prove one that was only begun', async () => {
  const { person, factor } = await withApp();
  const begun = await enrol(person, { factor_type: 'totp', friendly_name: 'Tablet' });
  const later = await signInAgain(product, person.account);
  const detour = await later.call(`/auth/factors/${begun.id}/challenge`, { body: {} });
  expect(await codeOf(detour)).toBe('second_factor_required');
  const list = FactorListSchema.parse(await read(await later.call('/auth/factors')));
  expect(list.factors.map(({ id }) => id)).toEqual([factor.id]);
});

test('a factor that was only begun raises nothing and demands nothing', async () => {
  const person = await arrivedPerson(product);
  const begun = await enrol(person, { factor_type: 'totp', friendly_name: 'Celular' });
  const later = await signInAgain(product, person.account);
  expect((await later.call('/profile')).status).toBe(200);
  // Begun again under the same name, it takes the place of the first.
  const again = await enrol(person, { factor_type: 'totp', friendly_name: 'Celular' });
  expect(again.id).not.toBe(begun.id);
  expect((await person.call(`/auth/factors/${begun.id}/challenge`, { body: {} })).status).toBe(404);
});

test('a recovery code opens once, also when it is sent twice at the same moment', async () => {
  const { person, codes } = await withApp();
  const [one, two] = [await signInAgain(product, person.account), await signInAgain(product, person.account)];
  const code = ` ${(codes[0] ?? '').toUpperCase().replace('-', ' ')} `;
  const body = { code };
  const tries = await Promise.all([
    one.call('/auth/factors/recovery', { body }),
    two.call('/auth/factors/recovery', { body }),
  ]);
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400]);
  const passed = tries[0]?.status === 200 ? one : two;
  expect((await passed.call('/profile')).status).toBe(200);
  await waitForMail(product.mailboxUrl, person.account.email, /Código de recuperação usado/);
  const list = FactorListSchema.parse(await read(await passed.call('/auth/factors')));
  expect(list.recovery_codes_left).toBe(9);

  const renewed = await read<{ recovery_codes: string[] }>(
    await passed.call('/auth/factors/recovery-codes', { body: {} }),
  );
  expect(renewed.recovery_codes).toHaveLength(10);
  const old = await signInAgain(product, person.account);
  expect((await old.call('/auth/factors/recovery', { body: { code: codes[1] } })).status).toBe(400);
});

test('the last factor that goes takes the codes along, and every session back to the first level', async () => {
  const { person, factor } = await withApp();
  const other = await signInAgain(product, person.account);
  expect((await other.call('/profile')).status).toBe(403);
  expect((await person.call(`/auth/factors/${factor.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await other.call('/profile')).status).toBe(200);
  await waitForMail(product.mailboxUrl, person.account.email, /Segundo fator removido/);
  const list = FactorListSchema.parse(await read(await person.call('/auth/factors')));
  expect(list).toMatchObject({ current_level: 'aal1', next_level: 'aal1', recovery_codes_left: 0 });
});

test('a telephone: the code comes as a message, holds once and for its own challenge', async () => {
  const person = await arrivedPerson(product);
  const phone = '+5511987654321';
  const factor = await enrol(person, { factor_type: 'phone', friendly_name: 'Meu telefone', phone });
  expect(factor).toMatchObject({ phone: '4321', totp: null });
  const first = await challenge(person, factor.id);
  const { text } = await waitForSms(product.sandboxUrl, phone);
  expect(text).toMatch(/^\d{6} é seu código do Escriba\. Ele vale por 10 minutos\.$/);
  const code = text.slice(0, 6);
  const second = await challenge(person, factor.id);
  expect(await codeOf(await verify(person, factor.id, second.id, code))).toBe('code_wrong');
  const passed = await read<Passed>(
    await verify(person, factor.id, first.id, `${code.slice(0, 3)} ${code.slice(3)}`),
  );
  expect(passed.recovery_codes).toHaveLength(10);
  expect(await codeOf(await verify(person, factor.id, first.id, code))).toBe('challenge_over');

  expect((await person.call(`/auth/factors/${factor.id}/challenge`, { body: {} })).status).toBe(200);
  const fourth = await person.call(`/auth/factors/${factor.id}/challenge`, { body: {} });
  expect(fourth.status).toBe(429);
});

test('a message that could not be sent is said so, and costs no try', async () => {
  const person = await arrivedPerson(product);
  const factor = await enrol(person, {
    factor_type: 'phone',
    friendly_name: 'Sem sinal',
    phone: '+5500000000000',
  });
  for (let count = 0; count < 5; count += 1) {
    const answer = await person.call(`/auth/factors/${factor.id}/challenge`, { body: {} });
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'sms_not_sent']);
  }
});

test('where no messages can be sent, no telephone is offered', async () => {
  await using without = await startTestProduct({
    NODE_ENV: 'production',
    SMS_URL: '',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'http://127.0.0.1:3000',
  });
  expect(without.deps.sms).toBeUndefined();
});

test('secrets and numbers are sealed in the tables, and neither they nor codes reach the log', async () => {
  const { person, factor, codes } = await withApp();
  const phone = '+5521912345678';
  await enrol(person, { factor_type: 'phone', friendly_name: 'Outro', phone });
  const { rows } = await product.deps.db.execute(
    sql`select (select json_agg(factors) from factors) as f, (select json_agg(recovery_codes) from recovery_codes) as r`,
  );
  const kept = JSON.stringify(rows);
  const secrets = [factor.totp?.secret ?? '', phone.slice(1), ...codes];
  for (const secret of secrets) {
    expect(secret).not.toBe('');
    expect(kept).not.toContain(secret);
    expect(product.logged()).not.toContain(secret);
  }
});

test('ten factors at most, and a name only once', async () => {
  const { person } = await withApp('Celular');
  const taken = await person.call('/auth/factors', {
    body: { factor_type: 'totp', friendly_name: 'Celular' },
  });
  expect(await codeOf(taken)).toBe('factor_exists');
  for (let count = 2; count <= 10; count += 1)
    await enrol(person, { factor_type: 'totp', friendly_name: `Fator ${count}` });
  const eleventh = await person.call('/auth/factors', {
    body: { factor_type: 'totp', friendly_name: 'Mais um' },
  });
  expect(await codeOf(eleventh)).toBe('too_many_factors');
});
