import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openStripe, type ReceivedWebhook, startWebhookReceiver } from '#tests/stripe/open-stripe.ts';
import { stripeWebhookSecret } from './client.ts';

const typesOfFirstPayment = [
  'customer.subscription.created',
  'invoice.finalized',
  'invoice.paid',
  'checkout.session.completed',
];

async function opened(answers: number[] = []) {
  const receiver = await startWebhookReceiver({ answers });
  const it = await openStripe({ productUrl: receiver.productUrl });
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  return {
    ...it,
    receiver,
    subscribe: () => it.subscribe(price.id),
    verified: ({ body, signature }: ReceivedWebhook) =>
      it.stripe.webhooks.constructEvent(body, signature, stripeWebhookSecret),
    [Symbol.asyncDispose]: async () => {
      await it[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

test('the sandbox sends events in the order of their causes, with a signature that the SDK accepts', async () => {
  await using it = await opened();
  const subscription = await it.subscribe();
  const sent = await it.deliver();
  expect(it.receiver.types()).toEqual(typesOfFirstPayment);
  expect(sent.map(({ state }) => state)).toEqual(Array(4).fill('delivered'));
  const [created] = it.receiver.received.map(it.verified);
  expect((created as Stripe.CustomerSubscriptionCreatedEvent).data.object).toMatchObject({
    id: subscription.id,
    object: 'subscription',
  });
});

test('a failed payment, an end, a refund and a dispute cause events with the time at which they were due', async () => {
  await using it = await opened();
  const subscription = await it.subscribe();
  await it.deliver();
  it.receiver.received.splice(0);
  await it.behave({ failNextPayments: 100 });
  await it.advanceTo(subscription.items.data[0]?.current_period_end ?? 0);
  await it.deliver();
  expect(it.receiver.types()).toEqual([
    'customer.subscription.updated',
    'invoice.finalized',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ]);
  it.receiver.received.splice(0);
  await it.advanceDays(20);
  const customer = String(subscription.customer);
  const [charge] = (await it.stripe.charges.list({ customer })).data.filter(({ paid }) => paid);
  const paymentIntent = String(charge?.payment_intent);
  await it.stripe.refunds.create({ payment_intent: paymentIntent, amount: 1_000 });
  const { id } = await it.openDispute({ paymentIntent, amount: 1_990 });
  await it.closeDispute(id, 'lost');
  await it.deliver();
  expect(it.receiver.types()).toEqual([
    ...Array(3).fill('invoice.payment_failed'),
    'customer.subscription.deleted',
    'refund.created',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.closed',
  ]);
  const end = it.verified(it.receiver.received[3] as ReceivedWebhook);
  expect(end.created).toBe((await it.stripe.subscriptions.retrieve(subscription.id)).ended_at);
});

test('the sandbox retries an event after the product refused it', async () => {
  await using it = await opened([500]);
  await it.subscribe();
  const sent = await it.deliver();
  expect(sent.filter(({ state }) => state === 'delivered')).toHaveLength(4);
  const first = sent.find(({ type }) => type === 'customer.subscription.created');
  expect(first?.attempts.map(({ status }) => status)).toEqual([500, 200]);
});

test('the sandbox sends each event twice in the mode "twice"', async () => {
  await using it = await opened();
  await it.behave({ webhooks: 'twice' });
  await it.subscribe();
  await it.deliver();
  expect(it.receiver.types()).toEqual(typesOfFirstPayment.flatMap((type) => [type, type]));
});

test.each(['delayed', 'reverse'] as const)(
  'the sandbox holds events in the mode "%s" until a test asks for their delivery',
  async (webhooks) => {
    await using it = await opened();
    await it.behave({ webhooks });
    await it.subscribe();
    expect((await it.webhooks()).map(({ state }) => state)).toEqual(Array(4).fill('held'));
    expect(it.receiver.received).toEqual([]);
    await it.deliver();
    const expected = webhooks === 'reverse' ? typesOfFirstPayment.toReversed() : typesOfFirstPayment;
    expect(it.receiver.types()).toEqual(expected);
    // The signature must contain the time of sending, because the SDK refuses an old one.
    expect(it.receiver.received.map(it.verified)).toHaveLength(4);
  },
);

test('the sandbox sends no event in the mode "drop"', async () => {
  await using it = await opened();
  await it.behave({ webhooks: 'drop' });
  await it.subscribe();
  const sent = await it.deliver();
  expect(sent.map(({ state }) => state)).toEqual(Array(4).fill('dropped'));
  expect(it.receiver.received).toEqual([]);
});

test('the sandbox signs with another secret in the mode "wrong_signature" and does not retry', async () => {
  await using it = await opened([400, 400, 400, 400]);
  await it.behave({ webhooks: 'wrong_signature' });
  await it.subscribe();
  const sent = await it.deliver();
  expect(sent.map(({ state }) => state)).toEqual(Array(4).fill('failed'));
  for (const one of it.receiver.received) expect(() => it.verified(one)).toThrow('No signatures found');
});

test('a declined change of price sends no event', async () => {
  await using it = await opened();
  const { id, items } = await it.subscribe();
  await it.deliver();
  it.receiver.received.splice(0);
  const premium = await it.makePrice('premium', 9_990, 'month');
  await it.behave({ failNextPayments: 1 });
  await expect(
    it.stripe.subscriptions.update(id, {
      items: [{ id: String(items.data[0]?.id), price: premium.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    }),
  ).rejects.toMatchObject({ type: 'StripeCardError' });
  await it.deliver();
  expect(it.receiver.received).toEqual([]);
});

test('the sandbox sends no event without a URL of the product', async () => {
  await using it = await openStripe();
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  await it.subscribe(price.id);
  expect((await it.deliver()).map(({ state }) => state)).toEqual(Array(4).fill('no_address'));
});
