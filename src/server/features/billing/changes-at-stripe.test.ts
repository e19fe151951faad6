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

let place: Awaited<ReturnType<typeof startWithMovedClock>>;
beforeAll(async () => {
  place = await startWithMovedClock();
});
afterAll(() => place.close());

type User = Awaited<ReturnType<typeof newSubscriber>>;

const sdk = () => openSdk(place.sandboxUrl);
const customerOf = async (user: User) => (await billingOf(place, user)).stripeCustomerId ?? '';
const statusesOf = async (user: User) =>
  (await sdk().subscriptions.list({ customer: await customerOf(user), status: 'all' })).data.map(
    ({ status }) => status,
  );
const lastPaymentOf = async (user: User) =>
  (await listPayments(place.deps, user))[0]?.payment_intent_id ?? '';

test('a payment refunded at Stripe ends its plan at the next sync, which records the reason', async () => {
  const ana = await newSubscriber(place, 'basic-annual');
  await sdk().refunds.create({ payment_intent: await lastPaymentOf(ana) });
  await syncCustomer(place.deps, ana);
  expect([await planOf(place, ana), await statusesOf(ana)]).toEqual(['free', ['canceled']]);
  const ended = await place.deps.db
    .select({ outcome: billingAudit.outcome })
    .from(billingAudit)
    .where(and(eq(billingAudit.userId, ana.userId), eq(billingAudit.action, 'end_now')));
  expect(ended).toEqual([{ outcome: 'done' }]);
  await expect(
    requestRefund(place.deps, ana, { paymentIntentId: await lastPaymentOf(ana) }),
  ).rejects.toMatchObject({
    code: 'already_refunded',
  });
});

test('a lost dispute ends the plan, and the server refunds nothing', async () => {
  const ana = await newSubscriber(place, 'basic-annual');
  const paymentIntent = await lastPaymentOf(ana);
  const { id } = await place.stripe.openDispute({ paymentIntent });
  await syncCustomer(place.deps, ana);
  expect([await planOf(place, ana), await statusesOf(ana)]).toEqual(['basic-annual', ['active']]);
  await place.stripe.closeDispute(id, 'lost');
  await syncCustomer(place.deps, ana);
  expect([await planOf(place, ana), await statusesOf(ana)]).toEqual(['free', ['canceled']]);
  expect(await listPayments(place.deps, ana)).toMatchObject([{ status: 'refunded', refund: null }]);
  await expect(requestRefund(place.deps, ana, { paymentIntentId: paymentIntent })).rejects.toMatchObject({
    code: 'already_refunded',
  });
  expect((await sdk().refunds.list({ payment_intent: paymentIntent })).data).toEqual([]);
});

test('the event of a lost dispute ends the plan, although it names no customer', async () => {
  const ana = await newSubscriber(place);
  await expectBillingQuiet(place);
  const { id } = await place.stripe.openDispute({ paymentIntent: await lastPaymentOf(ana) });
  await place.stripe.closeDispute(id, 'lost');
  await expect.poll(() => planOf(place, ana)).toBe('free');
});

test('a won dispute keeps the plan and the payment', async () => {
  const ana = await newSubscriber(place);
  const { id } = await place.stripe.openDispute({ paymentIntent: await lastPaymentOf(ana) });
  await place.stripe.closeDispute(id, 'won');
  await syncCustomer(place.deps, ana);
  expect(await planOf(place, ana)).toBe('basic-monthly');
  expect(await listPayments(place.deps, ana)).toMatchObject([{ status: 'paid' }]);
});

test('a lost payment takes the credit that it left along', async () => {
  const ana = await newSubscriber(place, 'basic-annual');
  const paid = await lastPaymentOf(ana);
  await place.stripe.advanceDays(10);
  await updateSubscription(place.deps, ana, { newPlanId: 'basic-monthly' });
  await sdk().refunds.create({ payment_intent: paid });
  await syncCustomer(place.deps, ana);
  expect(await planOf(place, ana)).toBe('free');
  expect(await sdk().customers.retrieve(await customerOf(ana))).toMatchObject({ balance: 0 });
});

test('a partial refund, or the refund of an older month, does not end the plan', async () => {
  const ana = await newSubscriber(place);
  const first = await lastPaymentOf(ana);
  await sdk().refunds.create({ payment_intent: first, amount: 1_000 });
  await syncCustomer(place.deps, ana);
  expect(await planOf(place, ana)).toBe('basic-monthly');
  await place.stripe.advanceDays(32);
  await sdk().refunds.create({ payment_intent: first });
  await syncCustomer(place.deps, ana);
  expect([await planOf(place, ana), await statusesOf(ana)]).toEqual(['basic-monthly', ['active']]);
});

test.each(['resume', 'change'] as const)(
  'an end that was set to a date at Stripe is undone by %s too',
  async (how) => {
    const ana = await newSubscriber(place);
    const id = (await billingOf(place, ana)).stripeSubscriptionId ?? '';
    const { items } = await sdk().subscriptions.retrieve(id);
    await sdk().subscriptions.update(id, { cancel_at: items.data[0]?.current_period_end ?? 0 });
    await syncCustomer(place.deps, ana);
    expect(await readBilling(place.deps, ana)).toMatchObject({ status: 'cancels_at' });
    if (how === 'resume') await resumeSubscription(place.deps, ana);
    else await updateSubscription(place.deps, ana, { newPlanId: 'basic-annual' });
    expect(await readBilling(place.deps, ana)).toMatchObject({ status: 'active' });
    expect((await sdk().subscriptions.retrieve(id)).cancel_at).toBeNull();
  },
);

test('the server does not report a resumption that Stripe acknowledged but did not make', async () => {
  const ana = await newSubscriber(place);
  await cancelSubscription(place.deps, ana);
  const payments = place.deps.payments as Payments;
  const deps = { ...place.deps, payments: { ...payments, keepRunning: async () => {} } };
  await expect(resumeSubscription(deps, ana)).rejects.toMatchObject({
    text: expect.stringMatching(/^Não foi possível retomar/),
  });
});

test('a user whose customer was deleted at Stripe buys again as a new customer', async () => {
  const ana = await newSubscriber(place);
  const gone = await customerOf(ana);
  await sdk().customers.del(gone);
  await syncCustomer(place.deps, ana);
  expect(await planOf(place, ana)).toBe('free');
  const { url } = await createCheckout(place.deps, ana, { planId: 'basic-annual' });
  await pressCheckout(url, 'pay');
  await syncCustomer(place.deps, ana);
  expect([await planOf(place, ana), (await customerOf(ana)) === gone]).toEqual(['basic-annual', false]);
});

async function overdue() {
  const ana = await newSubscriber(place);
  await place.stripe.behave({ customer: await customerOf(ana), failNextPayments: 50 });
  await place.stripe.behave({ webhooks: 'drop' });
  await place.stripe.advanceDays(32);
  await syncCustomer(place.deps, ana);
  await place.stripe.advanceDays(7);
  await place.stripe.behave({ webhooks: 'normal' });
  return ana;
}

test('after the grace period the next sync from a screen or an event ends the subscription', async () => {
  const ana = await overdue();
  await syncCustomer(place.deps, ana);
  expect([await planOf(place, ana), await statusesOf(ana)]).toEqual(['free', ['canceled']]);
  expect(await readBilling(place.deps, ana)).toMatchObject({
    plan: 'free',
    status: 'none',
    grace_until: null,
  });
});

test('until the next sync no screen shows a past day, and the server refuses no change because of the failed payment', async () => {
  const ana = await overdue();
  expect(await readBilling(place.deps, ana)).toMatchObject({ status: 'none', grace_until: null });
  await expect(updateSubscription(place.deps, ana, { newPlanId: 'basic-annual' })).rejects.toMatchObject({
    code: 'no_subscription',
  });
});

test('the first sync that sees a failed payment schedules one for the end of the grace period', async () => {
  const ana = await newSubscriber(place);
  const customerId = await customerOf(ana);
  await place.stripe.behave({ customer: customerId, failNextPayments: 1 });
  await place.stripe.advanceDays(32);
  await syncCustomer(place.deps, ana);
  const { graceUntil } = await billingOf(place, ana);
  expect(graceUntil).not.toBeNull();
  const { rows } = await place.deps.db.execute<{ at: string }>(sql`
    select to_char(start_after at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from jobs.job
    where name = 'sync-billing-customer' and state = 'created' and singleton_key = ${`${customerId} grace`}`);
  expect(rows).toEqual([{ at: graceUntil?.toISOString() }]);
});
