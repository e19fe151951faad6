import { expect, test } from 'vitest';
import { openStripe } from '#tests/stripe/open-stripe.ts';
import { refundedPaymentIntent } from './refunds.ts';

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
    paymentIntent: String(data[0]?.payment_intent),
    refundedPayment: () => refundedPaymentIntent(it.stripe, { subscription, customer: String(customer) }),
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
