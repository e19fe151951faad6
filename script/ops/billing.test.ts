import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createCheckout } from '#server/features/billing/checkout/create-checkout.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { openSdk } from '#tests/stripe/open-stripe.ts';
import { pressCheckout, stripeControls } from '#tests/stripe/stripe-controls.ts';
import { newUser, planOf } from '#tests/stripe/subscriber.ts';

type Output = { stdout: string; stderr: string; code?: number };

async function run(script: string, environment: NodeJS.ProcessEnv): Promise<Output> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: 'test', ...environment };
  return promisify(execFile)(process.execPath, ['script/ops/billing.ts', script], { env }).catch(
    (error: Output) => error,
  );
}

test('stripe-sync creates each price once, and billing-sync updates a customer whose webhooks were lost', async () => {
  await using product = await startTestProduct();
  const environment = {
    DATABASE_URL: product.config.database.url,
    STRIPE_SECRET_KEY: product.config.payments?.secretKey,
    STRIPE_WEBHOOK_SECRET: product.config.payments?.webhookSecret,
    STRIPE_API_BASE: product.config.payments?.apiBase,
  };
  const { stdout } = await run('stripe-sync', environment);
  expect(stdout).toMatch(/^basic-(monthly|annual) +price_\w+\nbasic-(monthly|annual) +price_\w+\n$/);
  expect((await run('stripe-sync', environment)).stdout).toBe(stdout);
  const { data } = await openSdk(product.sandboxUrl).prices.list({ lookup_keys: ['basic-annual'] });
  expect(data).toMatchObject([{ unit_amount: 29_990, currency: 'brl', recurring: { interval: 'year' } }]);

  await stripeControls(product.sandboxUrl).behave({ webhooks: 'drop' });
  const ana = await newUser(product);
  await pressCheckout((await createCheckout(product.deps, ana, { planId: 'basic-annual' })).url, 'pay');
  expect(await planOf(product, ana)).toBe('free');
  expect((await run('billing-sync', environment)).stdout).toBe('1 synced, 0 failed\n');
  expect(await planOf(product, ana)).toBe('basic-annual');
}, 60_000);

test('the error of a billing command without a Stripe account names the missing variable', async () => {
  const { code, stderr } = await run('stripe-sync', {
    NODE_ENV: 'production',
    EMBEDDED: 'true',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'https://a.example',
  });
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('STRIPE_SECRET_KEY') });
});
