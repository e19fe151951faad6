import { createServer } from 'node:http';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { openStripe } from '#tests/stripe/open-stripe.ts';
import { listPayments } from './payment-history.ts';
import { refundedOrLostPaymentIntent } from './refunds.ts';

/** A yearly payment, and after it a change to the monthly price, whose invoice the credit pays. */
async function paidByCard() {
  const it = await openStripe();
  const yearly = await it.makePrice('basic-annual', 29_990, 'year');
  const monthly = await it.makePrice('basic-monthly', 2_990, 'month');
  const { id: subscription, customer, items } = await it.subscribe(yearly.id);
  await it.stripe.subscriptions.update(subscription, {
    items: [{ id: String(items.data[0]?.id), price: monthly.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
  const { data } = await it.stripe.charges.list({ customer: String(customer) });
  return {
    ...it,
    customer: String(customer),
    paymentIntent: String(data[0]?.payment_intent),
    refundedPayment: () =>
      refundedOrLostPaymentIntent(it.stripe, { subscription, customer: String(customer) }),
  };
}

test.each([
  ['lost', 29_990, true],
  ['lost', 10_000, false],
  ['won', 29_990, false],
] as const)(
  'a dispute that is %s over %i cents gives the payment back: %s',
  async (status, amount, isBack) => {
    await using it = await paidByCard();
    const { paymentIntent, refundedPayment } = it;
    const { id } = await it.openDispute({ paymentIntent, amount });
    expect(await refundedPayment()).toBeUndefined();
    await it.closeDispute(id, status);
    expect(await refundedPayment()).toBe(isBack ? paymentIntent : undefined);
  },
);

test('a lost dispute and a refund of the rest give the payment back together', async () => {
  await using it = await paidByCard();
  const { paymentIntent, refundedPayment } = it;
  await it.stripe.refunds.create({ payment_intent: paymentIntent, amount: 19_990 });
  const { id } = await it.openDispute({ paymentIntent, amount: 10_000 });
  await it.closeDispute(id, 'lost');
  expect(await refundedPayment()).toBe(paymentIntent);
});

test('the adapter counts more refunds than Stripe shows with a charge', async () => {
  await using it = await paidByCard();
  const { paymentIntent, refundedPayment } = it;
  for (let time = 0; time < 11; time += 1) {
    expect(await refundedPayment()).toBeUndefined();
    await it.stripe.refunds.create({
      payment_intent: paymentIntent,
      ...(time < 10 ? { amount: 100 } : {}),
    });
  }
  expect(await refundedPayment()).toBe(paymentIntent);
});

test('a dispute that takes refunded money again counts no more than the payment', async () => {
  await using it = await paidByCard();
  const { paymentIntent, refundedPayment } = it;
  await it.stripe.refunds.create({ payment_intent: paymentIntent, amount: 20_000 });
  const { id } = await it.openDispute({ paymentIntent });
  await it.closeDispute(id, 'lost');
  const [payment] = await listPayments(it.stripe, it.customer);
  expect(payment).toMatchObject({ amountCents: 29_990, refundedCents: 29_990, returnedCents: 0 });
  expect(await refundedPayment()).toBe(paymentIntent);
});

const partOf = (paymentIntent: string, cents: number) => ({
  status: 'paid',
  amount_paid: cents,
  payment: { type: 'payment_intent', payment_intent: paymentIntent },
});

/** A fake Stripe with an invoice in two payments. The sandbox's Stripe divides no invoice. */
async function stripeWithTwoPayments(refundedCents: Record<string, number>) {
  const invoice = {
    id: 'in_1',
    created: 1_790_000_000,
    amount_paid: 30_000,
    starting_balance: -500,
    status_transitions: { paid_at: 1_790_000_000 },
    parent: { subscription_details: { subscription: 'sub_1' } },
    payments: { data: [partOf('pi_1', 10_000), partOf('pi_2', 20_000)] },
    lines: { data: [{ amount: 30_500, description: 'Básico' }] },
  };
  const charges = [partOf('pi_1', 10_000), partOf('pi_2', 20_000)].map(
    ({ amount_paid: amount, payment }) => ({
      id: `ch_${payment.payment_intent}`,
      payment_intent: payment.payment_intent,
      amount,
      disputed: false,
      amount_refunded: refundedCents[payment.payment_intent] ?? 0,
    }),
  );
  const server = createServer((request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const intent = searchParams.get('payment_intent');
    const lists: Record<string, object[]> = {
      '/v1/invoices': [invoice],
      '/v1/charges': charges.filter((charge) => intent === null || charge.payment_intent === intent),
    };
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ object: 'list', data: lists[pathname] ?? [], has_more: false }));
  });
  const { port, ...listening } = await listenOnFreePort(server);
  return { ...listening, stripe: new Stripe('sk_test_1', { host: '127.0.0.1', port, protocol: 'http' }) };
}

test.each([
  [{ pi_1: 10_000 }, undefined],
  [{ pi_2: 20_000 }, undefined],
  [{ pi_1: 10_000, pi_2: 20_000 }, 'pi_1'],
])('an invoice in two payments with the refunds %o is refunded: %s', async (refundedCents, expected) => {
  await using it = await stripeWithTwoPayments(refundedCents);
  const given = { customer: 'cus_1', subscription: 'sub_1' };
  expect(await refundedOrLostPaymentIntent(it.stripe, given)).toBe(expected);
});

test('the history lists each payment of an invoice, and its older credit once', async () => {
  await using it = await stripeWithTwoPayments({ pi_1: 10_000 });
  expect(await listPayments(it.stripe, 'cus_1')).toMatchObject([
    { paymentIntentId: 'pi_1', amountCents: 10_000, refundedCents: 10_000, olderCents: 0 },
    { paymentIntentId: 'pi_2', amountCents: 20_000, refundedCents: 0, olderCents: 500 },
  ]);
});
