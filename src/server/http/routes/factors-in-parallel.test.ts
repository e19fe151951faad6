import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type EnrolledFactor,
  FactorListSchema,
  type FactorVerified,
  recoveryCodeCount,
} from '#contract/factors.ts';
import {
  challengeFactor,
  enrolFactor,
  errorCodeOf,
  expectJson,
  openTestClock,
  totpCode,
  userWithFactor,
  verifyFactor,
} from '#tests/helpers/second-factor-api.ts';
import { signedInUser, signInAgain, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
const clock = openTestClock();
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' }, { now: clock.now });
});
afterAll(() => product.close());
beforeEach(() => clock.toStepStart());

const app = (name: string) => ({ factor_type: 'totp', friendly_name: name });
const listOf = async ({ call }: Pick<TestUser, 'call'>) =>
  FactorListSchema.parse(await expectJson(await call('/auth/factors')));
const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort();

async function keptCodes({ userId }: Pick<TestUser, 'userId'>) {
  const { rows } = await product.deps.db.execute<{ count: number }>(
    sql`select count(*)::int as count from recovery_codes where user_id = ${userId}`,
  );
  return rows[0]?.count;
}

/** Enrols a factor and starts a challenge; `prove` sends the correct code. */
async function readyToProve(user: Pick<TestUser, 'call'>, name: string) {
  const factor = await enrolFactor(user, app(name));
  const { id } = await challengeFactor(user, factor.id);
  return { factor, prove: () => verifyFactor(user, factor.id, id, totpCode(factor, clock)) };
}

/** Requests that wait for a lock; workers are excluded because they touch neither table. */
const waitingRequests = sql`
  select distinct pid from pg_locks as waiting join pg_locks as held using (pid)
  where not waiting.granted and held.granted
    and held.database = (select oid from pg_database where datname = current_database())
    and held.relation in ('users'::regclass, 'factors'::regclass)
`;

/** Runs the statement and commits only when `waiting` requests wait for its locks. */
async function whileHolding<T>(statement: SQL, { ask, waiting }: { ask: () => T; waiting: number }) {
  const { db } = product.deps;
  let asked: T | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(statement);
    asked = ask();
    await expect
      .poll(async () => {
        const { rows } = await db.execute(waitingRequests);
        return rows.length;
      })
      .toBeGreaterThanOrEqual(waiting);
  });
  return asked as T;
}

test('of twenty factors enrolled in parallel the server accepts ten', async () => {
  const user = await signedInUser(product);
  const names = Array.from({ length: 20 }, (_, index) => `Fator ${index}`);
  const answers = await Promise.all(names.map((name) => user.call('/auth/factors', { body: app(name) })));
  expect(statuses(answers)).toEqual([...Array(10).fill(201), ...Array(10).fill(409)]);
  expect((await listOf(user)).factors).toHaveLength(10);
});

test('two first factors verified in parallel create one set of ten recovery codes', async () => {
  const user = await signedInUser(product);
  const [one, two] = [await readyToProve(user, 'Celular'), await readyToProve(user, 'Tablet')];
  const passed = await Promise.all(
    [one.prove(), two.prove()].map(async (each) => expectJson<FactorVerified>(await each)),
  );
  expect(passed.filter(({ recovery_codes: codes }) => codes !== null)).toHaveLength(1);
  expect(await keptCodes(user)).toBe(recoveryCodeCount);
});

test('of two sessions that verify a first factor in parallel, the second must pass the factor of the first', async () => {
  const user = await signedInUser(product);
  const stranger = await signInAgain(product, user.account);
  const [one, two] = [await readyToProve(user, 'Da dona'), await readyToProve(stranger, 'De outra pessoa')];
  const answers = await Promise.all([one.prove(), two.prove()]);
  expect(statuses(answers)).toEqual([200, 403]);
  const passed = answers[0]?.status === 200 ? user : stranger;
  const { factors } = await listOf(passed);
  expect(factors.map(({ status }) => status).sort()).toEqual(['unverified', 'verified']);
});

test('removing both factors in parallel deletes the recovery codes and downgrades the session', async () => {
  const { user, factor } = await userWithFactor(product, clock);
  const second = await readyToProve(user, 'Tablet');
  expect((await second.prove()).status).toBe(200);
  const remove = ({ id }: EnrolledFactor) => user.call(`/auth/factors/${id}`, { method: 'DELETE' });
  // Block the mail queue, so that both requests stop after deleting their factor and before counting the others.
  const removed = await whileHolding(sql`lock table jobs.job in exclusive mode`, {
    ask: () => Promise.all([factor, second.factor].map(remove)),
    waiting: 2,
  });
  expect(statuses(removed)).toEqual([204, 204]);
  expect(await keptCodes(user)).toBe(0);
  expect(await listOf(user)).toMatchObject({ current_level: 'aal1', next_level: 'aal1', factors: [] });
});

test('verifying and removing a factor in parallel causes no server error', async () => {
  for (let round = 0; round < 5; round += 1) {
    clock.toStepStart();
    const { user, factor } = await userWithFactor(product, clock);
    const later = await signInAgain(product, user.account);
    const { id } = await challengeFactor(later, factor.id);
    const [passed, removed] = await Promise.all([
      verifyFactor(later, factor.id, id, totpCode(factor, clock)),
      user.call(`/auth/factors/${factor.id}`, { method: 'DELETE' }),
    ]);
    expect(removed.status).toBe(204);
    expect(passed.status).toBeLessThan(500);
    expect(await listOf(later)).toMatchObject({ current_level: 'aal1', next_level: 'aal1' });
  }
});

test('the server refuses a request that waits while another session verifies the first factor', async () => {
  for (const ask of [
    (user: TestUser, id: string) => user.call(`/auth/factors/${id}`, { method: 'DELETE' }),
    (user: TestUser) => user.call('/auth/factors', { body: app('Do ladrão') }),
    (user: TestUser) => user.call('/auth/factors/recovery-codes', { body: {} }),
  ]) {
    const user = await signedInUser(product);
    const factor = await enrolFactor(user, app('Celular'));
    const prove = sql`
      with account as (select id from users where id = ${user.userId} for no key update)
      update factors set status = 'verified' from account where factors.id = ${factor.id}
    `;
    const refused = await whileHolding(prove, { ask: () => ask(user, factor.id), waiting: 1 });
    expect([refused.status, await errorCodeOf(refused)]).toEqual([403, 'second_factor_required']);
    expect((await listOf(user)).factors).toHaveLength(1);
  }
});
