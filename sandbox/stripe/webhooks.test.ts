import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openStripe, type ReceivedWebhook, startWebhookReceiver } from '#tests/stripe/open-stripe.ts';
import { stripeWebhookPath, stripeWebhookSecret } from './client.ts';

const typesOfFirstPayment = [
  'customer.subscription.created',
  'invoice.finalized',
  'invoice.paid',
  'checkout.session.completed',
];

async function opened(answers: number[] = []) {
  const ear = await startWebhookReceiver({ answers });
  const it = await openStripe({ productUrl: ear.productUrl });
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  return {
    ...it,
    ear,
    subscribe: () => it.subscribe(price.id),
    verified: ({ body, signature }: ReceivedWebhook) =>
      it.stripe.webhooks.constructEvent(body, signature, stripeWebhookSecret),
    [Symbol.asyncDispose]: async () => {
      await it[Symbol.asyncDispose]();
      await ear[Symbol.asyncDispose]();
    },
  };
}

test('what happens is told in its order, signed so that the SDK believes it', async () => {
  await using it = await opened();
  const subscription = await it.subscribe();
  const sent = await it.deliver();
  expect(it.ear.types()).toEqual(typesOfFirstPayment);
  expect(sent.map(({ state }) => state)).toEqual(Array(4).fill('delivered'));
  const events = it.ear.heard.map(it.verified);
  const created = events[0] as Stripe.CustomerSubscriptionCreatedEvent;
  expect(created.data.object).toMatchObject({ id: subscription.id, object: 'subscription' });
  const kept = await it.stripe.events.list({ types: ['invoice.paid'] });
  expect(kept.data.map(({ id }) => id)).toEqual([events[2]?.id]);
  expect(await it.stripe.events.retrieve(created.id)).toMatchObject({ type: created.type });
  expect(stripeWebhookPath).toBe('/api/stripe/webhook');

  await it.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await it.deliver();
  const updated = it.verified(it.ear.heard[4] as ReceivedWebhook) as Stripe.CustomerSubscriptionUpdatedEvent;
  expect(updated.data.previous_attributes).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
});

test('a failure, an end and a refund are told too, late as they fell due', async () => {
  await using it = await opened();
  const subscription = await it.subscribe();
  await it.deliver();
  it.ear.heard.splice(0);
  await it.behave({ failNextPayments: 100 });
  await it.advanceTo(subscription.items.data[0]?.current_period_end ?? 0);
  await it.deliver();
  expect(it.ear.types()).toEqual([
    'customer.subscription.updated',
    'invoice.finalized',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ]);
  it.ear.heard.splice(0);
  await it.advanceDays(20);
  const [charge] = (await it.stripe.charges.list({ limit: 100 })).data.filter(({ paid }) => paid);
  await it.stripe.refunds.create({ charge: String(charge?.id) });
  await it.deliver();
  expect(it.ear.types()).toEqual([
    ...Array(3).fill('invoice.payment_failed'),
    'customer.subscription.deleted',
    'refund.created',
    'charge.refunded',
  ]);
  const end = it.verified(it.ear.heard[3] as ReceivedWebhook);
  const now = (await it.stripe.subscriptions.retrieve(subscription.id)).ended_at;
  expect(end.created).toBe(now);
});

test('what the product refuses is sent again', async () => {
  await using it = await opened([500]);
  await it.subscribe();
  const sent = await it.deliver();
  expect(sent.filter(({ state }) => state === 'delivered')).toHaveLength(4);
  const first = sent.find(({ type }) => type === 'customer.subscription.created');
  expect(first?.attempts.map(({ status }) => status)).toEqual([500, 200]);
});

test('each event twice', async () => {
  await using it = await opened();
  await it.behave({ webhooks: 'twice' });
  await it.subscribe();
  await it.deliver();
  expect(it.ear.types()).toEqual(typesOfFirstPayment.flatMap((type) => [type, type]));
});

test('held until it is asked for: in order, or the last first', async () => {
  for (const webhooks of ['delayed', 'reverse'] as const) {
    await using it = await opened();
    await it.behave({ webhooks });
    await it.subscribe();
    expect((await it.webhooks()).map(({ state }) => state)).toEqual(Array(4).fill('held'));
    expect(it.ear.heard).toEqual([]);
    await it.deliver();
    expect(it.ear.types()).toEqual(
      webhooks === 'reverse' ? typesOfFirstPayment.toReversed() : typesOfFirstPayment,
    );
    // Sent late, and still signed at the moment of sending.
    expect(it.ear.heard.map(it.verified)).toHaveLength(4);
  }
});

test('lost for good', async () => {
  await using it = await opened();
  await it.behave({ webhooks: 'drop' });
  await it.subscribe();
  const sent = await it.deliver();
  expect(sent.map(({ state }) => state)).toEqual(Array(4).fill('dropped'));
  expect(it.ear.heard).toEqual([]);
});

test('signed by somebody else', async () => {
  await using it = await opened([400, 400, 400, 400]);
  await it.behave({ webhooks: 'wrong_signature' });
  await it.subscribe();
  const sent = await it.deliver();
  expect(sent.map(({ state }) => state)).toEqual(Array(4).fill('failed'));
  for (const one of it.ear.heard) expect(() => it.verified(one)).toThrow('No signatures found');
});

test('what a change that was taken back would have told is never sent', async () => {
  await using it = await opened();
  const subscription = await it.subscribe();
  await it.deliver();
  it.ear.heard.splice(0);
  const premium = await it.makePrice('premium', 9_990, 'month');
  await it.behave({ failNextPayments: 1 });
  await expect(
    it.stripe.subscriptions.update(subscription.id, {
      items: [{ id: String(subscription.items.data[0]?.id), price: premium.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    }),
  ).rejects.toMatchObject({ type: 'StripeCardError' });
  await it.deliver();
  expect(it.ear.heard).toEqual([]);
});

test('without an address nothing is sent, and one can be given', async () => {
  await using ear = await startWebhookReceiver();
  await using it = await openStripe();
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  await it.subscribe(price.id);
  expect((await it.deliver()).map(({ state }) => state)).toEqual(Array(4).fill('no_address'));
  await it.behave({ webhookUrl: `${ear.productUrl}${stripeWebhookPath}` });
  await it.subscribe(price.id);
  await it.deliver();
  expect(ear.types()).toEqual(typesOfFirstPayment);
});
