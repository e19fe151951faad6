import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { factors, sessions } from '#server/adapters/db/schema/auth.ts';
import { signedInUser, signInAgain } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

const addFactor = (userId: string, status: 'unverified' | 'verified') =>
  product.deps.db
    .insert(factors)
    .values({ userId, status, factorType: 'totp', friendlyName: status, sealed: 'lacrado' });

test('every session of a user with a verified factor must pass it, and other users need none', async () => {
  const ana = await signedInUser(product);
  const elsewhere = await signInAgain(product, ana.account);
  const bia = await signedInUser(product);
  await addFactor(bia.userId, 'unverified');
  await addFactor(ana.userId, 'verified');
  for (const each of [ana, elsewhere]) {
    const answer = await each.call('/profile');
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'second_factor_required' });
  }
  expect((await bia.call('/profile')).status).toBe(200);

  await product.deps.db.update(sessions).set({ aal: 'aal2' }).where(eq(sessions.id, ana.sessionId));
  expect((await ana.call('/profile')).status).toBe(200);
  expect((await elsewhere.call('/profile')).status).toBe(403);
});
