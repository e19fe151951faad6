import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlanListSchema } from '#contract/plans.ts';
import { premiumInterests } from '#server/adapters/db/schema/messages.ts';
import { createCheckout } from '#server/features/billing/checkout/create-checkout.ts';
import { mailsTo, waitForMail } from '#tests/helpers/mailbox.ts';
import { seededPlans } from '#tests/helpers/seeded-plans.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ SUPPORT_EMAIL: 'ajuda@escriba.example', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

test('a visitor gets the plans, cheapest first, with a cache time of one minute', async () => {
  const answer = await fetch(`${product.url}/api/plans`);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
  const plans = PlanListSchema.parse(await answer.json());
  expect(plans.map(({ id, price_cents }) => [id, price_cents])).toEqual([
    ['free', 0],
    ['basic-monthly', 2_990],
    ['premium', 9_990],
    ['basic-annual', 29_990],
  ]);
  expect(plans[0]?.features).toContain('Com marca d’água');
});

test('the seeded plans of the web tests equal those of a new installation', async () => {
  expect(await (await fetch(`${product.url}/api/plans`)).json()).toEqual(seededPlans);
});

const interested = (body: object, address = '198.51.100.20') =>
  fetch(`${product.url}/api/interest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });

test('the server stores and mails an interest once per address', async () => {
  const ana = { name: 'Ana', email: 'ana@exemplo.com' };
  expect((await interested(ana)).status).toBe(201);
  expect((await interested({ ...ana, email: ' ANA@exemplo.com ' })).status).toBe(201);
  expect(await product.deps.db.select().from(premiumInterests)).toMatchObject([ana]);
  const mail = await waitForMail(product.mailboxUrl, 'ajuda@escriba.example');
  expect(mail.text).toContain('ana@exemplo.com');
  expect(await mailsTo(product.mailboxUrl, 'ajuda@escriba.example')).toHaveLength(1);
});

test.each([
  [{ name: ' ', email: 'ana@exemplo.com' }, 'Nome é obrigatório.'],
  [{ name: 'Ana', email: 'ana@' }, 'E-mail inválido.'],
  [{ name: 'Ana' }, 'E-mail inválido.'],
])('the server refuses an interest of %o', async (body, error) => {
  const answer = await interested(body, '198.51.100.21');
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error });
});

test('an installation without payments refuses a checkout, and the rest works', async () => {
  await using bare = await startTestProduct({
    STRIPE_SECRET_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    NODE_ENV: 'production',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'http://localhost:3000',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const url = `http://127.0.0.1:${bare.config.http.port}`;
  const answer = await fetch(`${url}/api/stripe/webhook`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(400);
  expect((await fetch(`${url}/api/plans`)).status).toBe(200);
  expect(bare.deps.payments).toBeUndefined();
  await expect(
    createCheckout(
      bare.deps,
      { userId: '00000000-0000-4000-8000-000000000000' },
      { planId: 'basic-monthly' },
    ),
  ).rejects.toMatchObject({ code: 'payments_off' });
});

test('a user without a subscription gets the free plan, and the server refuses a visitor', async () => {
  const ana = await signedInUser(product);
  expect(await (await ana.call('/billing')).json()).toMatchObject({ plan: 'free', subscribed_plan: null });
  expect((await fetch(`${product.url}/api/billing`)).status).toBe(401);
});

test('deleting an account deletes the interest of its address', async () => {
  const ana = await signedInUser(product);
  await interested({ name: 'Ana', email: ana.account.email.toUpperCase() }, '198.51.100.22');
  const keptOf = async () =>
    (await product.deps.db.select().from(premiumInterests)).filter(
      ({ email }) => email === ana.account.email,
    );
  expect(await keptOf()).toHaveLength(1);
  await ana.call('/auth/me', { method: 'DELETE' });
  expect(await keptOf()).toEqual([]);
});
