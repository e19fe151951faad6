import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { FactorList, FactorVerified } from '#contract/factors.ts';
import { factors } from '#server/adapters/db/schema/auth.ts';
import { openSealing } from '#server/adapters/secrets/sealing.ts';
import { deliverMailJob } from '#server/features/mail/mail-queue.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import {
  challengeFactor,
  enrolFactor,
  expectJson,
  openTestClock,
  totpCode,
  userWithFactor,
  verifyFactor,
} from '#tests/helpers/second-factor-api.ts';
import { signInAgain } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';

const before = 'o segredo de antes com mais de 32 letras';
const now = 'o segredo de agora com mais de 32 letras';

test('after a lost secret the sign-in names the next step, a recovery code opens the account, and the start warns the operator', async () => {
  await using database = await createTestDatabase();
  const DATABASE_URL = database.url;
  const clock = openTestClock();
  const { user, factor, codes } = await (async () => {
    await using product = await startTestProduct({ DATABASE_URL, SESSION_SECRET: before }, clock);
    const found = await userWithFactor(product, clock);
    const to = found.user.account.email;
    const phone = openSealing(before).seal('+5511999990000', 'factor');
    const { userId } = found.user;
    const values = {
      userId,
      factorType: 'phone',
      friendlyName: 'SMS',
      status: 'verified',
      sealed: phone,
    } as const;
    await product.deps.db.insert(factors).values(values);
    const mail = { template: 'welcome', to, data: { name: 'Ana' } } as const;
    const runAfter = new Date(Date.now() + 3_600_000);
    await product.deps.queue.send(deliverMailJob, { id: randomUUID(), mail }, { runAfter });
    // All other mails are delivered, so only this one waits.
    const waiting = sql`select from jobs.job where name = 'deliver-mail' and state < 'completed'`;
    await expect
      .poll(async () => (await product.deps.db.execute(waiting)).rowCount, { timeout: 10_000 })
      .toBe(1);
    return found;
  })();

  await using product = await startTestProduct({ DATABASE_URL, SESSION_SECRET: now }, clock);
  await expect.poll(() => product.logged()).toContain('SESSION_SECRET_OLD');
  const warning =
    product
      .logged()
      .split('\n')
      .find((line) => line.includes('SESSION_SECRET_OLD')) ?? '';
  expect(JSON.parse(warning)).toMatchObject({ level: 40, factors: 2, people: 1, mails: 1 });

  const again = await signInAgain(product, user.account);
  const list = await expectJson<FactorList>(await again.call('/auth/factors'));
  expect(list.factors.map(({ friendly_name, phone }) => [friendly_name, phone])).toEqual([
    ['Celular', null],
    ['SMS', null],
  ]);
  for (const { id } of list.factors) {
    const refused = await again.call(`/auth/factors/${id}/challenge`, { body: {} });
    expect(refused.status).toBe(409);
    const { code, error, requestId } = (await refused.json()) as Record<string, string>;
    expect(code).toBe('factor_unreadable');
    expect(error).toMatch(/código de recuperação.*suporte/);
    const line = product
      .logged()
      .split('\n')
      .find((each) => each.includes(requestId ?? '-') && each.includes('"level":50'));
    expect(line).toBeDefined();
  }
  expect(product.logged()).not.toContain(factor.totp?.secret);

  const body = { code: codes[0] };
  const passed = await expectJson<FactorVerified>(await again.call('/auth/factors/recovery', { body }));
  expect(passed.aal).toBe('aal2');
  for (const { id } of list.factors)
    expect((await again.call(`/auth/factors/${id}`, { method: 'DELETE' })).status).toBe(204);
  const fresh = await enrolFactor(again, { factor_type: 'totp', friendly_name: 'Celular novo' });
  const { id } = await challengeFactor(again, fresh.id);
  const verified = await expectJson<FactorVerified>(
    await verifyFactor(again, fresh.id, id, totpCode(fresh, clock)),
  );
  expect(verified.recovery_codes).toHaveLength(10);
  const left = await product.deps.db.select().from(factors).where(eq(factors.userId, user.userId));
  expect(left.map(({ friendlyName }) => friendlyName)).toEqual(['Celular novo']);

  // The mail is unreadable too. It stays in the dead-letter queue and is not lost once its secret is set.
  await product.deps.db.execute(
    sql`update jobs.job set start_after = now() where name = 'deliver-mail' and state < 'completed'`,
  );
  await expect.poll(async () => (await product.deps.queue.dead.list()).length, { timeout: 40_000 }).toBe(1);
  await product.close();
  await using restored = await startTestProduct(
    { DATABASE_URL, SESSION_SECRET: now, SESSION_SECRET_OLD: before },
    clock,
  );
  expect(await restored.deps.queue.dead.retry('all')).toBe(1);
  await waitForMail(restored.mailboxUrl, user.account.email, /Boas-vindas/);
  expect(restored.logged()).not.toContain('the server cannot open');
}, 120_000);
