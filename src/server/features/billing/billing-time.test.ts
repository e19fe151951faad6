import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plans } from '#server/adapters/db/schema/plans.ts';
import { mailsTo } from '#tests/helpers/mailbox.ts';
import { startWithMovedClock } from '#tests/stripe/moved-clock.ts';
import { openSdk } from '#tests/stripe/open-stripe.ts';
import { pressCheckout } from '#tests/stripe/stripe-controls.ts';
import { billingOf, expectBillingQuiet, newSubscriber, planOf } from '#tests/stripe/subscriber.ts';
import { cancelSubscription } from './checkout/cancel-subscription.ts';
import { createCheckout } from './checkout/create-checkout.ts';
import { listPayments } from './checkout/payment-history.ts';
import { createPortalLink } from './checkout/read-billing.ts';
import { requestRefund } from './checkout/request-refund.ts';
import { updateSubscription } from './checkout/update-subscription.ts';
import { syncCustomers } from './sync/sync-billing.ts';
import { syncCustomer } from './sync/sync-customer.ts';

let billing: Awaited<ReturnType<typeof startWithMovedClock>>;
beforeAll(async () => {
  billing = await startWithMovedClock();
});
afterAll(() => billing.close());

type User = Awaited<ReturnType<typeof newSubscriber>>;
const lastPayment = async (user: User) => (await listPayments(billing.deps, user))[0];
const refundLast = async (user: User) =>
  requestRefund(billing.deps, user, { paymentIntentId: (await lastPayment(user))?.payment_intent_id ?? '' });
const nightly = () => syncCustomers(billing.deps, { which: 'due', signal: new AbortController().signal });
const failNext = async (user: User, failNextPayments: number) =>
  billing.stripe.behave({
    customer: (await billingOf(billing, user)).stripeCustomerId ?? '',
    failNextPayments,
  });

test('on day 3 a refund returns the payment and ends the plan; on day 9 the refusal names the law', async () => {
  const [ana, bia] = [await newSubscriber(billing), await newSubscriber(billing, 'basic-annual')];
  await billing.stripe.advanceDays(3);
  expect((await refundLast(ana)).message).toMatch(/^Reembolso feito/);
  expect(await planOf(billing, ana)).toBe('free');
  await billing.stripe.advanceDays(6);
  expect(await lastPayment(bia)).toMatchObject({ status: 'paid', refundable_until: null });
  await expect(refundLast(bia)).rejects.toMatchObject({
    code: 'refund_too_late',
    text: expect.stringContaining('CDC, art. 49'),
  });
  expect(await planOf(billing, bia)).toBe('basic-annual');
});

test('a renewal adds one payment; a cancelled subscription does not renew and ends with its period', async () => {
  const [ana, bia] = [await newSubscriber(billing), await newSubscriber(billing)];
  await cancelSubscription(billing.deps, bia);
  await billing.stripe.advanceDays(29);
  expect([await planOf(billing, ana), await planOf(billing, bia)]).toEqual([
    'basic-monthly',
    'basic-monthly',
  ]);
  await billing.stripe.advanceDays(3);
  await billing.stripe.deliver();
  await expect.poll(() => planOf(billing, bia)).toBe('free');
  await syncCustomer(billing.deps, ana);
  expect(await listPayments(billing.deps, ana)).toHaveLength(2);
  expect(await listPayments(billing.deps, bia)).toHaveLength(1);
  expect(await billingOf(billing, ana)).toMatchObject({ status: 'active', plan: 'basic-monthly' });
});

test('a failed renewal keeps the plan and sends one mail, and a new card settles it', async () => {
  const ana = await newSubscriber(billing);
  await failNext(ana, 1);
  await billing.stripe.advanceDays(32);
  await syncCustomer(billing.deps, ana);
  await syncCustomer(billing.deps, ana);
  const { status, graceUntil } = await billingOf(billing, ana);
  expect([status, await planOf(billing, ana)]).toEqual(['past_due', 'basic-monthly']);
  expect(graceUntil?.getTime()).toBeGreaterThan(billing.deps.now().getTime());
  const subjects = async () =>
    (await mailsTo(billing.mailboxUrl, ana.email)).map(({ subject }) => subject).toSorted();
  const sentMails = [expect.stringMatching(/não foi aprovado/), expect.stringMatching(/começou/)];
  await expect.poll(subjects).toEqual(sentMails);
  await expect(updateSubscription(billing.deps, ana, { newPlanId: 'basic-annual' })).rejects.toMatchObject({
    code: 'payment_pending',
  });

  const { url } = await createPortalLink(billing.deps, ana);
  const invoices = await openSdk(billing.sandboxUrl).invoices.list({
    customer: (await billingOf(billing, ana)).stripeCustomerId ?? '',
    status: 'open',
  });
  const body = new URLSearchParams({ card: 'other', pay: invoices.data[0]?.id ?? '' });
  expect((await fetch(url, { method: 'POST', body })).ok).toBe(true);
  await billing.stripe.deliver();
  await expect.poll(async () => (await billingOf(billing, ana)).status).toBe('active');
  expect(await billingOf(billing, ana)).toMatchObject({ graceUntil: null });
  expect(await subjects()).toEqual(sentMails);
});

test('after seven days without a payment the plan is free, and Stripe stops charging the card', async () => {
  const ana = await newSubscriber(billing);
  await failNext(ana, 10);
  await billing.stripe.behave({ webhooks: 'drop' });
  await billing.stripe.advanceDays(32);
  await nightly();
  expect(await planOf(billing, ana)).toBe('basic-monthly');
  await billing.stripe.advanceDays(7);
  await nightly();
  await billing.stripe.behave({ webhooks: 'normal' });
  expect(await planOf(billing, ana)).toBe('free');
  expect(await billingOf(billing, ana)).toMatchObject({ status: 'none', graceUntil: null });
  const customer = (await billingOf(billing, ana)).stripeCustomerId ?? '';
  const sdk = openSdk(billing.sandboxUrl);
  const { data: subscriptions } = await sdk.subscriptions.list({ customer, status: 'all' });
  expect(subscriptions.map(({ status }) => status)).toEqual(['canceled']);
  expect((await sdk.invoices.list({ customer, status: 'open' })).data).toEqual([]);
});

test('the nightly sync repairs events that are lost entirely', async () => {
  const ana = await newSubscriber(billing);
  await expectBillingQuiet(billing);
  await billing.stripe.behave({ webhooks: 'drop' });
  const { stripeSubscriptionId } = await billingOf(billing, ana);
  await openSdk(billing.sandboxUrl).subscriptions.cancel(stripeSubscriptionId ?? '');
  expect(await planOf(billing, ana)).toBe('basic-monthly');
  await billing.stripe.advanceDays(1);
  await nightly();
  await billing.stripe.behave({ webhooks: 'normal' });
  expect(await planOf(billing, ana)).toBe('free');
});

test('a changed price applies to new subscribers: the old ones keep their price and plan', async () => {
  const ana = await newSubscriber(billing);
  await billing.deps.db.update(plans).set({ priceCents: 3_490 }).where(eq(plans.id, 'basic-monthly'));
  const bia = await newSubscriber(billing);
  await billing.deps.db.update(plans).set({ priceCents: 2_990 }).where(eq(plans.id, 'basic-monthly'));
  const caio = await newSubscriber(billing);
  await billing.stripe.advanceDays(32);
  for (const [user, value] of [
    [ana, 2_990],
    [bia, 3_490],
    [caio, 2_990],
  ] as const) {
    await syncCustomer(billing.deps, user);
    expect(await planOf(billing, user)).toBe('basic-monthly');
    expect(await listPayments(billing.deps, user)).toMatchObject([
      { plan: 'Básico mensal', value },
      { plan: 'Básico mensal', value },
    ]);
  }
});

test('after the grace period a user can subscribe again before the nightly sync, and has one subscription', async () => {
  const ana = await newSubscriber(billing);
  await failNext(ana, 10);
  await billing.stripe.behave({ webhooks: 'drop' });
  await billing.stripe.advanceDays(39);
  const { url } = await createCheckout(billing.deps, ana, { planId: 'basic-annual' });
  await failNext(ana, 0);
  await pressCheckout(url, 'pay');
  await syncCustomer(billing.deps, ana);
  await billing.stripe.behave({ webhooks: 'normal' });
  expect(await planOf(billing, ana)).toBe('basic-annual');
  const customer = (await billingOf(billing, ana)).stripeCustomerId ?? '';
  expect((await openSdk(billing.sandboxUrl).subscriptions.list({ customer })).data).toHaveLength(1);
});
