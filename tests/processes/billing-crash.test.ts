import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { stripeSecretKey, stripeWebhookSecret } from '#sandbox/stripe/client.ts';
import { billingAudit, billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { listPayments } from '#server/features/billing/checkout/payment-history.ts';
import { syncCustomers } from '#server/features/billing/sync/sync-billing.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { startCrashingStripeProxy } from '#tests/stripe/deadly-stripe.ts';
import { openSdk } from '#tests/stripe/open-stripe.ts';
import { pressCheckout, stripeControls } from '#tests/stripe/stripe-controls.ts';
import { billingOf, planOf } from '#tests/stripe/subscriber.ts';
import { startProcess, waitUntilReady } from './start-process.ts';

const secret = 's'.repeat(32);

/**
 * Starts the product and a second process of it. The proxy kills that process after Stripe has acted and before the
 * process saves the answer. Stripe sends no webhooks either, so only the nightly sync can repair the billing row.
 */
async function killedAt(
  isDeadly: Parameters<typeof startCrashingStripeProxy>[1]['isDeadly'],
  planId: string,
) {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const variables = { DATABASE_URL: database.url, SESSION_SECRET: secret };
  const product = stack.use(await startTestProduct(variables));
  const ana = await signedInUser(product);
  const stripe = stripeControls(product.sandboxUrl);
  const open = await ana.call('/stripe/create-session', { body: { planId } });
  await pressCheckout(((await open.json()) as { url: string }).url, 'pay');
  await expect.poll(() => planOf(product, ana)).toBe(planId);
  await stripe.deliver();
  await stripe.behave({ webhooks: 'drop' });

  const folder = stack.use(await temporaryFolder());
  const port = await freePort();
  let doomed: ReturnType<typeof startProcess> | undefined;
  const deadly = stack.use(
    await startCrashingStripeProxy(`${product.sandboxUrl}/stripe`, {
      isDeadly,
      onDone: () => doomed?.child.kill('SIGKILL'),
    }),
  );
  doomed = stack.use(
    startProcess(
      {
        NODE_ENV: 'test',
        ...variables,
        ROLES: 'web',
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: product.url,
        DATA_DIR: folder.path,
        SMTP_URL: product.config.mail.smtpUrl,
        SPEECH_MODEL: 'openai:sandbox-speech',
        OPENAI_BASE_URL: `${product.sandboxUrl}/speech/v1`,
        OPENAI_API_KEY: 'sandbox',
        STRIPE_SECRET_KEY: stripeSecretKey,
        STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
        STRIPE_API_BASE: deadly.url,
      },
      'src/server/main.ts',
    ),
  );
  await waitUntilReady(`http://127.0.0.1:${port}`, doomed);
  const { ended } = doomed;
  return {
    product,
    ana,
    /** Sends a call to the second process. The call ends with the death of the process. */
    press: async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' };
      const answer = fetch(`http://127.0.0.1:${port}/api${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      await expect(answer).rejects.toThrow();
      expect(await ended).toMatchObject({ signal: 'SIGKILL' });
    },
    /** Runs the nightly sync, after the dead process's lease of 90 seconds has expired. */
    runNightlySync: async () => {
      const longAgo = new Date(0);
      await product.deps.db.update(billingCustomers).set({ heldUntil: longAgo, syncedAt: longAgo });
      const signal = new AbortController().signal;
      expect(await syncCustomers(product.deps, { which: 'due', signal })).toEqual({ synced: 1, failed: 0 });
    },
    audit: async () =>
      (
        await product.deps.db
          .select({ action: billingAudit.action, outcome: billingAudit.outcome })
          .from(billingAudit)
          .where(eq(billingAudit.userId, ana.userId))
      ).map(({ action, outcome }) => `${action} ${outcome}`),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

longTest(
  'the nightly sync grants the paid plan and charges once after kill -9 while Stripe changes the plan',
  async () => {
    await using subscribed = await killedAt(
      ({ method, path }) => method === 'POST' && /^\/v1\/subscriptions\/sub_/.test(path),
      'basic-monthly',
    );
    const { product, ana } = subscribed;
    await subscribed.press('/stripe/update-subscription', { newPlanId: 'basic-annual' });
    expect(await planOf(product, ana)).toBe('basic-monthly');
    expect(await subscribed.audit()).toContain('change_plan asked');
    await subscribed.runNightlySync();
    expect(await planOf(product, ana)).toBe('basic-annual');
    expect(await billingOf(product, ana)).toMatchObject({
      plan: 'basic-annual',
      status: 'active',
      heldBy: null,
    });
    const again = await ana.call('/stripe/update-subscription', { body: { newPlanId: 'basic-annual' } });
    expect(await again.json()).toMatchObject({ code: 'same_plan' });
    expect(await listPayments(product.deps, ana)).toHaveLength(2);
  },
);

longTest('the nightly sync ends the plan and refunds once after kill -9 while Stripe refunds', async () => {
  await using subscribed = await killedAt(
    ({ method, path }) => method === 'POST' && path === '/v1/refunds',
    'basic-annual',
  );
  const { product, ana } = subscribed;
  const paymentIntentId = (await listPayments(product.deps, ana))[0]?.payment_intent_id ?? '';
  await subscribed.press('/stripe/refund', { paymentIntentId });
  expect(await subscribed.audit()).toContain('refund asked');
  await subscribed.runNightlySync();
  expect(await planOf(product, ana)).toBe('free');
  expect(await subscribed.audit()).toContain('refund done');
  const again = await ana.call('/stripe/refund', { body: { paymentIntentId } });
  expect(await again.json()).toMatchObject({ code: 'already_refunded' });
  const { data } = await openSdk(product.sandboxUrl).refunds.list({ payment_intent: paymentIntentId });
  expect(data.map(({ amount }) => amount)).toEqual([29_990]);
});
