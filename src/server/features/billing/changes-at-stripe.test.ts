import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingAudit } from '#server/adapters/db/schema/billing.ts';
import type { Payments } from '#server/adapters/payments/payments.ts';
import { startWithMovedClock } from '#tests/stripe/moved-clock.ts';
import { openSdk } from '#tests/stripe/open-stripe.ts';
import { pressCheckout } from '#tests/stripe/stripe-controls.ts';
import { billingOf, expectBillingQuiet, newSubscriber, planOf } from '#tests/stripe/subscriber.ts';
import { cancelSubscription, resumeSubscription } from './checkout/cancel-subscription.ts';
import { createCheckout } from './checkout/create-checkout.ts';
import { listPayments } from './checkout/payment-history.ts';
import { readBilling } from './checkout/read-billing.ts';
import { requestRefund } from './checkout/request-refund.ts';
import { updateSubscription } from './checkout/update-subscription.ts';
import { syncCustomer } from './sync/sync-customer.ts';

let billing: Awaited<ReturnType<typeof startWithMovedClock>>;
beforeAll(async () => {
  billing = await startWithMovedClock();
});
afterAll(() => billing.close());

type User = Awaited<ReturnType<typeof newSubscriber>>;

const sdk = () => openSdk(billing.sandboxUrl);
const customerOf = async (user: User) => (await billingOf(billing, user)).stripeCustomerId ?? '';
const statusesOf = async (user: User) =>
  (await sdk().subscriptions.list({ customer: await customerOf(user), status: 'all' })).data.map(
    ({ status }) => status,
  );
const lastPaymentOf = async (user: User) =>
  (await listPayments(billing.deps, user))[0]?.payment_intent_id ?? '';

test('a payment refunded at Stripe ends its plan at the next sync, which records the reason', async () => {
  const ana = await newSubscriber(billing, 'basic-annual');
  await sdk().refunds.create({ payment_intent: await lastPaymentOf(ana) });
  await syncCustomer(billing.deps, ana);
  expect([await planOf(billing, ana), await statusesOf(ana)]).toEqual(['free', ['canceled']]);
  const ended = await billing.deps.db
    .select({ outcome: billingAudit.outcome })
    .from(billingAudit)
    .where(and(eq(billingAudit.userId, ana.userId), eq(billingAudit.action, 'end_now')));
  expect(ended).toEqual([{ outcome: 'done' }]);
  await expect(
    requestRefund(billing.deps, ana, { paymentIntentId: await lastPaymentOf(ana) }),
  ).rejects.toMatchObject({
    code: 'already_refunded',
  });
});

test('a lost dispute ends the plan, and the server refunds nothing', async () => {
  const ana = await newSubscriber(billing, 'basic-annual');
  const paymentIntent = await lastPaymentOf(ana);
  const { id } = await billing.stripe.openDispute({ paymentIntent });
  await syncCustomer(billing.deps, ana);
  expect([await planOf(billing, ana), await statusesOf(ana)]).toEqual(['basic-annual', ['active']]);
  await billing.stripe.closeDispute(id, 'lost');
  await syncCustomer(billing.deps, ana);
  expect([await planOf(billing, ana), await statusesOf(ana)]).toEqual(['free', ['canceled']]);
  expect(await listPayments(billing.deps, ana)).toMatchObject([{ status: 'refunded', refund: null }]);
  await expect(requestRefund(billing.deps, ana, { paymentIntentId: paymentIntent })).rejects.toMatchObject({
    code: 'already_refunded',
  });
  expect((await sdk().refunds.list({ payment_intent: paymentIntent })).data).toEqual([]);
});

test('the event of a lost dispute ends the plan, although it names no customer', async () => {
  const ana = await newSubscriber(billing);
  await expectBillingQuiet(billing);
  const { id } = await billing.stripe.openDispute({ paymentIntent: await lastPaymentOf(ana) });
  await billing.stripe.closeDispute(id, 'lost');
  await expect.poll(() => planOf(billing, ana)).toBe('free');
});

test('a won dispute keeps the plan and the payment', async () => {
  const ana = await newSubscriber(billing);
  const { id } = await billing.stripe.openDispute({ paymentIntent: await lastPaymentOf(ana) });
  await billing.stripe.closeDispute(id, 'won');
  await syncCustomer(billing.deps, ana);
  expect(await planOf(billing, ana)).toBe('basic-monthly');
  expect(await listPayments(billing.deps, ana)).toMatchObject([{ status: 'paid' }]);
});

test('a lost payment takes the credit that it left along', async () => {
  const ana = await newSubscriber(billing, 'basic-annual');
  const paid = await lastPaymentOf(ana);
  await billing.stripe.advanceDays(10);
  await updateSubscription(billing.deps, ana, { newPlanId: 'basic-monthly' });
  await sdk().refunds.create({ payment_intent: paid });
  await syncCustomer(billing.deps, ana);
  expect(await planOf(billing, ana)).toBe('free');
  expect(await sdk().customers.retrieve(await customerOf(ana))).toMatchObject({ balance: 0 });
});

test('a partial refund, or the refund of an older month, does not end the plan', async () => {
  const ana = await newSubscriber(billing);
  const first = await lastPaymentOf(ana);
  await sdk().refunds.create({ payment_intent: first, amount: 1_000 });
  await syncCustomer(billing.deps, ana);
  expect(await planOf(billing, ana)).toBe('basic-monthly');
  await billing.stripe.advanceDays(32);
  await sdk().refunds.create({ payment_intent: first });
  await syncCustomer(billing.deps, ana);
  expect([await planOf(billing, ana), await statusesOf(ana)]).toEqual(['basic-monthly', ['active']]);
});

test.each(['resume', 'change'] as const)(
  'an end that was set to a date at Stripe is undone by %s too',
  async (how) => {
    const ana = await newSubscriber(billing);
    const id = (await billingOf(billing, ana)).stripeSubscriptionId ?? '';
    const { items } = await sdk().subscriptions.retrieve(id);
    await sdk().subscriptions.update(id, { cancel_at: items.data[0]?.current_period_end ?? 0 });
    await syncCustomer(billing.deps, ana);
    expect(await readBilling(billing.deps, ana)).toMatchObject({ status: 'cancels_at' });
    if (how === 'resume') await resumeSubscription(billing.deps, ana);
    else await updateSubscription(billing.deps, ana, { newPlanId: 'basic-annual' });
    expect(await readBilling(billing.deps, ana)).toMatchObject({ status: 'active' });
    expect((await sdk().subscriptions.retrieve(id)).cancel_at).toBeNull();
  },
);

test('the server does not report a resumption that Stripe acknowledged but did not make', async () => {
  const ana = await newSubscriber(billing);
  await cancelSubscription(billing.deps, ana);
  const payments = billing.deps.payments as Payments;
  const deps = { ...billing.deps, payments: { ...payments, keepRunning: async () => {} } };
  await expect(resumeSubscription(deps, ana)).rejects.toMatchObject({
    text: expect.stringMatching(/^Não foi possível retomar/),
  });
});

test('a user whose customer was deleted at Stripe buys again as a new customer', async () => {
  const ana = await newSubscriber(billing);
  const gone = await customerOf(ana);
  await sdk().customers.del(gone);
  await syncCustomer(billing.deps, ana);
  expect(await planOf(billing, ana)).toBe('free');
  const { url } = await createCheckout(billing.deps, ana, { planId: 'basic-annual' });
  await pressCheckout(url, 'pay');
  await syncCustomer(billing.deps, ana);
  expect([await planOf(billing, ana), (await customerOf(ana)) === gone]).toEqual(['basic-annual', false]);
});

async function overdue() {
  const ana = await newSubscriber(billing);
  await billing.stripe.behave({ customer: await customerOf(ana), failNextPayments: 50 });
  await billing.stripe.behave({ webhooks: 'drop' });
  await billing.stripe.advanceDays(32);
  await syncCustomer(billing.deps, ana);
  await billing.stripe.advanceDays(7);
  await billing.stripe.behave({ webhooks: 'normal' });
  return ana;
}

test('after the grace period the next sync from a screen or an event ends the subscription', async () => {
  const ana = await overdue();
  await syncCustomer(billing.deps, ana);
  expect([await planOf(billing, ana), await statusesOf(ana)]).toEqual(['free', ['canceled']]);
  expect(await readBilling(billing.deps, ana)).toMatchObject({
    plan: 'free',
    status: 'none',
    grace_until: null,
  });
});

test('until the next sync no screen shows a past day, and the server refuses no change because of the failed payment', async () => {
  const ana = await overdue();
  expect(await readBilling(billing.deps, ana)).toMatchObject({ status: 'none', grace_until: null });
  await expect(updateSubscription(billing.deps, ana, { newPlanId: 'basic-annual' })).rejects.toMatchObject({
    code: 'no_subscription',
  });
});

test('the first sync that sees a failed payment schedules one for the end of the grace period', async () => {
  const ana = await newSubscriber(billing);
  const customerId = await customerOf(ana);
  await billing.stripe.behave({ customer: customerId, failNextPayments: 1 });
  await billing.stripe.advanceDays(32);
  await syncCustomer(billing.deps, ana);
  const { graceUntil } = await billingOf(billing, ana);
  expect(graceUntil).not.toBeNull();
  const { rows } = await billing.deps.db.execute<{ at: string }>(sql`
    select to_char(start_after at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from jobs.job
    where name = 'sync-billing-customer' and state = 'created' and singleton_key = ${`${customerId} grace`}`);
  expect(rows).toEqual([{ at: graceUntil?.toISOString() }]);
});
