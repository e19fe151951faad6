import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { FactorVerified } from '#contract/factors.ts';
import { recoveryCodes } from '#server/adapters/db/schema/auth.ts';
import { openSealing } from '#server/adapters/secrets/sealing.ts';
import { deliverMailJob } from '#server/features/mail/mail-queue.ts';
import {
  challengeFactor,
  expectJson,
  openTestClock,
  totpCode,
  userWithFactor,
  verifyFactor,
} from '#tests/helpers/second-factor-api.ts';
import { callAuth, signInAgain } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';

const oldSecret = 'o segredo de antes com mais de 32 letras';
const newSecret = 'o segredo de agora com mais de 32 letras';
type Output = { stdout: string; stderr: string; code?: number };

/** Recovery codes with the hash that the product used before scrypt. */
const oldCodes = ['abcde-fghjk', 'mnpqr-stuvw'];
async function insertOldCodes({ deps }: TestProduct, userId: string) {
  const codeHash = (code: string) =>
    openSealing(oldSecret).hash(`${userId}:${code.replace('-', '')}`, 'recovery-code');
  await deps.db.insert(recoveryCodes).values(oldCodes.map((code) => ({ userId, codeHash: codeHash(code) })));
}

async function reseal(databaseUrl: string, previousSecret?: string): Promise<Output> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const secrets = {
    SESSION_SECRET: newSecret,
    ...(previousSecret && { SESSION_SECRET_OLD: previousSecret }),
  };
  const env = { PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: 'test', DATABASE_URL: databaseUrl, ...secrets };
  return promisify(execFile)(process.execPath, ['script/ops/reseal.ts'], { env }).catch(
    (error: Output) => error,
  );
}

test('a second factor survives a change of the secret, and after script/reseal it no longer needs the old secret', async () => {
  await using database = await createTestDatabase();
  const DATABASE_URL = database.url;
  const clock = openTestClock();
  clock.toStepStart();
  const setUp = await (async () => {
    await using product = await startTestProduct({ DATABASE_URL, SESSION_SECRET: oldSecret }, clock);
    const found = await userWithFactor(product, clock);
    await insertOldCodes(product, found.user.userId);
    const runAfter = new Date(Date.now() + 3_600_000);
    const mail = { template: 'welcome', to: found.user.account.email, data: { name: 'Ana' } } as const;
    await product.deps.queue.send(deliverMailJob, { id: randomUUID(), mail }, { runAfter });
    return found;
  })();
  const { user, factor, codes } = setUp;

  await using product = await startTestProduct(
    { DATABASE_URL, SESSION_SECRET: newSecret, SESSION_SECRET_OLD: oldSecret },
    clock,
  );
  // An attacker could forge sessions with a leaked secret, so a new secret ends every earlier session.
  expect((await callAuth(product, '/token', { cookie: user.cookie })).status).toBe(401);
  const again = await signInAgain(product, user.account);
  const { id } = await challengeFactor(again, factor.id);
  const passed = await expectJson<FactorVerified>(
    await verifyFactor(again, factor.id, id, totpCode(factor, clock)),
  );
  expect(passed.aal).toBe('aal2');
  for (const code of [codes[0], oldCodes[0]]) {
    const byCode = await signInAgain(product, user.account);
    expect(
      await expectJson<FactorVerified>(await byCode.call('/auth/factors/recovery', { body: { code } })),
    ).toMatchObject({
      aal: 'aal2',
    });
  }

  const sealedNow = async () => {
    const { rows } = await product.deps.db.execute<{ factor: string; job: string }>(sql`
      select f.sealed as factor, j.data->>'sealed' as job from factors f, jobs.job j
      where f.id = ${factor.id} and j.name = 'deliver-mail' and j.state = 'created' and j.start_after > now()`);
    return rows[0] ?? { factor: '', job: '' };
  };
  const newSealing = openSealing(newSecret);
  const unknown = await reseal(DATABASE_URL);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('SESSION_SECRET_OLD') });
  expect(unknown.stdout).toMatch(/^Second factors: 1, re-encrypted: 0, unreadable: 1$/m);
  const unchanged = await sealedNow();
  expect(() => newSealing.open(unchanged.factor, 'factor')).toThrow();

  const { stdout } = await reseal(DATABASE_URL, oldSecret);
  expect(stdout).toMatch(/^Second factors: 1, re-encrypted: 1, unreadable: 0$/m);
  expect(stdout).toMatch(/^Queued mails re-encrypted: 1, unreadable: 0$/m);
  expect(stdout).toMatch(/^Unused recovery codes that need the secret of their creation: 1 of 1 users/m);
  const resealed = await sealedNow();
  expect(newSealing.open(resealed.factor, 'factor')).toBe(factor.totp?.secret);
  expect(JSON.parse(newSealing.open(resealed.job, 'job deliver-mail'))).toMatchObject({
    mail: { template: 'welcome' },
  });
  // The factor is readable without the old secret.
  expect((await reseal(DATABASE_URL)).stdout).toMatch(/^Second factors: 1, re-encrypted: 0, unreadable: 0$/m);
}, 120_000);
