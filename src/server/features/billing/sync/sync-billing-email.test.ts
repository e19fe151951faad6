import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#server/adapters/db/schema/auth.ts';
import { openLink, waitForLink } from '#tests/helpers/mailbox.ts';
import { callAuth, signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { openSdk } from '#tests/stripe/open-stripe.ts';
import { billingOf, newUser } from '#tests/stripe/subscriber.ts';
import { createCheckout } from '../checkout/create-checkout.ts';
import { syncBillingEmail, tellBillingEmailJob } from './sync-billing-email.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

async function changeEmail(user: TestUser, newEmail: string) {
  const { cookie, token, account } = user;
  await callAuth(product, '/change-email', {
    body: { newEmail },
    cookie,
    headers: { authorization: `Bearer ${token}` },
  });
  for (const address of [account.email, newEmail]) {
    const link = await waitForLink(product.mailboxUrl, address, 'verify-email');
    await openLink(link, { cookie });
  }
}

test('a changed e-mail reaches Stripe’s customer', async () => {
  const ana = await signedInUser(product);
  await createCheckout(product.deps, ana, { planId: 'basic-monthly' });
  const customerId = (await billingOf(product, ana)).stripeCustomerId ?? '';
  const { customers } = openSdk(product.sandboxUrl);
  expect(await customers.retrieve(customerId)).toMatchObject({ email: ana.account.email });
  const newEmail = `nova.${ana.account.email}`;
  await changeEmail(ana, newEmail);
  await expect
    .poll(async () => ((await customers.retrieve(customerId)) as { email: string | null }).email)
    .toBe(newEmail);
});

test('a change that a process of version 0.1.0 queued before an upgrade reaches Stripe', async () => {
  const user = await newUser(product);
  await createCheckout(product.deps, user, { planId: 'basic-monthly' });
  const customerId = (await billingOf(product, user)).stripeCustomerId ?? '';
  const email = `antes.${user.email}`;
  await product.deps.db.update(users).set({ email }).where(eq(users.id, user.userId));
  await product.deps.queue.send(tellBillingEmailJob, { userId: user.userId });
  const { customers } = openSdk(product.sandboxUrl);
  await expect.poll(() => customers.retrieve(customerId)).toMatchObject({ email });
});

test('the server tells Stripe nothing about a user who never bought, and creates nothing there', async () => {
  const { userId, email } = await newUser(product);
  expect(await syncBillingEmail(product.deps, { userId })).toBe('stale');
  expect((await openSdk(product.sandboxUrl).customers.list({ email })).data).toEqual([]);
});
