import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stripeWebhookSecret } from '#sandbox/stripe/client.ts';
import { signatureHeader } from '#sandbox/stripe/webhooks.ts';
import { billingEvents } from '#server/adapters/db/schema/billing.ts';
import { createCheckout } from '#server/features/billing/checkout/create-checkout.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { pressCheckout, stripeControls } from '#tests/stripe/stripe-controls.ts';
import { billingOf, newSubscriber, newUser, planOf } from '#tests/stripe/subscriber.ts';

let product: TestProduct;
let stripe: ReturnType<typeof stripeControls>;
beforeAll(async () => {
  product = await startTestProduct();
  stripe = stripeControls(product.sandboxUrl);
});
afterAll(() => product.close());

const secondsNow = () => Math.floor(Date.now() / 1_000);
const eventOf = (id: string, customer?: string) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { object: 'subscription', id: 'sub_1', ...(customer && { customer }), plan: 'premium' } },
  });
const post = (body: string, signature?: string) =>
  fetch(`${product.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    body,
  });
const storedEvent = async (id: string) =>
  (await product.deps.db.select().from(billingEvents).where(eq(billingEvents.id, id)))[0];

test.each([
  ['with another secret', (body: string) => signatureHeader(body, 'whsec_somebody_else')],
  ['that is missing', () => undefined],
  ['that is malformed', () => 't=1,v1=abc'],
  ['of other bytes', (body: string) => signatureHeader(`${body} `, stripeWebhookSecret)],
  ['from ten minutes ago', (body: string) => signatureHeader(body, stripeWebhookSecret, secondsNow() - 600)],
  [
    'dated ten minutes from now',
    (body: string) => signatureHeader(body, stripeWebhookSecret, secondsNow() + 600),
  ],
])('the server refuses a signature %s and stores no event', async (_what, sign) => {
  const body = eventOf('evt_refused');
  const answer = await post(body, sign(body));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'webhook_refused' });
  expect(await storedEvent('evt_refused')).toBeUndefined();
});

test('the server stores an event once and reads the plan from Stripe, not from the event', async () => {
  const ana = await newSubscriber(product);
  const { stripeCustomerId } = await billingOf(product, ana);
  const body = eventOf('evt_once', stripeCustomerId ?? '');
  const send = async () => (await post(body, signatureHeader(body, stripeWebhookSecret))).status;
  expect(await Promise.all([send(), send(), send()])).toEqual([200, 200, 200]);
  await expect.poll(async () => (await storedEvent('evt_once'))?.handledAt).not.toBeNull();
  expect(await planOf(product, ana)).toBe('basic-monthly');
  expect(await send()).toBe(200);
});

test('the server acknowledges an event without a known customer and changes nothing', async () => {
  for (const [id, customer] of [
    ['evt_without_customer', undefined],
    ['evt_stranger', 'cus_stranger'],
  ] as const) {
    const body = eventOf(id, customer);
    expect((await post(body, signatureHeader(body, stripeWebhookSecret))).status).toBe(200);
    if (customer === undefined) expect((await storedEvent(id))?.handledAt).not.toBeNull();
  }
});

test.each(['twice', 'reverse', 'delayed'] as const)(
  'events delivered %s lead to the same plan',
  async (webhooks) => {
    await stripe.behave({ webhooks });
    const ana = await newUser(product);
    const { url } = await createCheckout(product.deps, ana, { planId: 'basic-monthly' });
    await pressCheckout(url, 'pay');
    await stripe.deliver();
    await expect.poll(() => planOf(product, ana)).toBe('basic-monthly');
    await stripe.behave({ webhooks: 'normal' });
  },
);

test('an event with a wrong signature does not activate a paid plan, and the next valid event does', async () => {
  await stripe.behave({ webhooks: 'wrong_signature' });
  const ana = await newUser(product);
  const { url } = await createCheckout(product.deps, ana, { planId: 'basic-monthly' });
  await pressCheckout(url, 'pay');
  await expect
    .poll(async () => (await stripe.webhooks()).filter(({ state }) => state === 'failed').length)
    .toBeGreaterThan(0);
  expect(await planOf(product, ana)).toBe('free');
  await stripe.behave({ webhooks: 'normal' });
  const body = eventOf('evt_true', (await billingOf(product, ana)).stripeCustomerId ?? '');
  await post(body, signatureHeader(body, stripeWebhookSecret));
  await expect.poll(() => planOf(product, ana)).toBe('basic-monthly');
});
