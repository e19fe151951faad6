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

let place: Awaited<ReturnType<typeof startWithMovedClock>>;
beforeAll(async () => {
  place = await startWithMovedClock();
});
afterAll(() => place.close());

type User = Awaited<ReturnType<typeof newSubscriber>>;
const lastPayment = async (user: User) => (await listPayments(place.deps, user))[0];
const refundLast = async (user: User) =>
  requestRefund(place.deps, user, { paymentIntentId: (await lastPayment(user))?.payment_intent_id ?? '' });
const nightly = () => syncCustomers(place.deps, { which: 'due', signal: new AbortController().signal });
const failNext = async (user: User, failNextPayments: number) =>
  place.stripe.behave({ customer: (await billingOf(place, user)).stripeCustomerId ?? '', failNextPayments });

test('on day 3 a refund returns the payment and ends the plan; on day 9 the refusal names the law', async () => {
  const [ana, bia] = [await newSubscriber(place), await newSubscriber(place, 'basic-annual')];
  await place.stripe.advanceDays(3);
  expect((await refundLast(ana)).message).toMatch(/^Reembolso feito/);
  expect(await planOf(place, ana)).toBe('free');
  await place.stripe.advanceDays(6);
  expect(await lastPayment(bia)).toMatchObject({ status: 'paid', refundable_until: null });
  await expect(refundLast(bia)).rejects.toMatchObject({
    code: 'refund_too_late',
    text: expect.stringContaining('CDC, art. 49'),
  });
  expect(await planOf(place, bia)).toBe('basic-annual');
});

test('a renewal adds one payment; a cancelled subscription does not renew and ends with its period', async () => {
  const [ana, bia] = [await newSubscriber(place), await newSubscriber(place)];
  await cancelSubscription(place.deps, bia);
  await place.stripe.advanceDays(29);
  expect([await planOf(place, ana), await planOf(place, bia)]).toEqual(['basic-monthly', 'basic-monthly']);
  await place.stripe.advanceDays(3);
  await place.stripe.deliver();
  await expect.poll(() => planOf(place, bia)).toBe('free');
  await syncCustomer(place.deps, ana);
  expect(await listPayments(place.deps, ana)).toHaveLength(2);
  expect(await listPayments(place.deps, bia)).toHaveLength(1);
  expect(await billingOf(place, ana)).toMatchObject({ status: 'active', plan: 'basic-monthly' });
});

test('a failed renewal keeps the plan and sends one mail, and a new card settles it', async () => {
  const ana = await newSubscriber(place);
  await failNext(ana, 1);
  await place.stripe.advanceDays(32);
  await syncCustomer(place.deps, ana);
  await syncCustomer(place.deps, ana);
  const { status, graceUntil } = await billingOf(place, ana);
  expect([status, await planOf(place, ana)]).toEqual(['past_due', 'basic-monthly']);
  expect(graceUntil?.getTime()).toBeGreaterThan(place.deps.now().getTime());
  const subjects = async () =>
    (await mailsTo(place.mailboxUrl, ana.email)).map(({ subject }) => subject).toSorted();
  const told = [expect.stringMatching(/não foi aprovado/), expect.stringMatching(/começou/)];
  await expect.poll(subjects).toEqual(told);
  await expect(updateSubscription(place.deps, ana, { newPlanId: 'basic-annual' })).rejects.toMatchObject({
    code: 'payment_pending',
  });

  const { url } = await createPortalLink(place.deps, ana);
  const invoices = await openSdk(place.sandboxUrl).invoices.list({
    customer: (await billingOf(place, ana)).stripeCustomerId ?? '',
    status: 'open',
  });
  const body = new URLSearchParams({ card: 'other', pay: invoices.data[0]?.id ?? '' });
  expect((await fetch(url, { method: 'POST', body })).ok).toBe(true);
  await place.stripe.deliver();
  await expect.poll(async () => (await billingOf(place, ana)).status).toBe('active');
  expect(await billingOf(place, ana)).toMatchObject({ graceUntil: null });
  expect(await subjects()).toEqual(told);
});

test('after seven days without a payment the plan is free, and Stripe stops charging the card', async () => {
  const ana = await newSubscriber(place);
  await failNext(ana, 10);
  await place.stripe.behave({ webhooks: 'drop' });
  await place.stripe.advanceDays(32);
  await nightly();
  expect(await planOf(place, ana)).toBe('basic-monthly');
  await place.stripe.advanceDays(7);
  await nightly();
  await place.stripe.behave({ webhooks: 'normal' });
  expect(await planOf(place, ana)).toBe('free');
  expect(await billingOf(place, ana)).toMatchObject({ status: 'none', graceUntil: null });
  const customer = (await billingOf(place, ana)).stripeCustomerId ?? '';
  const sdk = openSdk(place.sandboxUrl);
  const { data: subscriptions } = await sdk.subscriptions.list({ customer, status: 'all' });
  expect(subscriptions.map(({ status }) => status)).toEqual(['canceled']);
  expect((await sdk.invoices.list({ customer, status: 'open' })).data).toEqual([]);
});

test('the nightly sync repairs events that are lost entirely', async () => {
  const ana = await newSubscriber(place);
  await expectBillingQuiet(place);
  await place.stripe.behave({ webhooks: 'drop' });
  const { stripeSubscriptionId } = await billingOf(place, ana);
  await openSdk(place.sandboxUrl).subscriptions.cancel(stripeSubscriptionId ?? '');
  expect(await planOf(place, ana)).toBe('basic-monthly');
  await place.stripe.advanceDays(1);
  await nightly();
  await place.stripe.behave({ webhooks: 'normal' });
  expect(await planOf(place, ana)).toBe('free');
});

test('a changed price applies to new subscribers: the old ones keep their price and plan', async () => {
  const ana = await newSubscriber(place);
  await place.deps.db.update(plans).set({ priceCents: 3_490 }).where(eq(plans.id, 'basic-monthly'));
  const bia = await newSubscriber(place);
  await place.deps.db.update(plans).set({ priceCents: 2_990 }).where(eq(plans.id, 'basic-monthly'));
  const caio = await newSubscriber(place);
  await place.stripe.advanceDays(32);
  for (const [user, value] of [
    [ana, 2_990],
    [bia, 3_490],
    [caio, 2_990],
  ] as const) {
    await syncCustomer(place.deps, user);
    expect(await planOf(place, user)).toBe('basic-monthly');
    expect(await listPayments(place.deps, user)).toMatchObject([
      { plan: 'Básico mensal', value },
      { plan: 'Básico mensal', value },
    ]);
  }
});

test('after the grace period a user can subscribe again before the nightly sync, and has one subscription', async () => {
  const ana = await newSubscriber(place);
  await failNext(ana, 10);
  await place.stripe.behave({ webhooks: 'drop' });
  await place.stripe.advanceDays(39);
  const { url } = await createCheckout(place.deps, ana, { planId: 'basic-annual' });
  await failNext(ana, 0);
  await pressCheckout(url, 'pay');
  await syncCustomer(place.deps, ana);
  await place.stripe.behave({ webhooks: 'normal' });
  expect(await planOf(place, ana)).toBe('basic-annual');
  const customer = (await billingOf(place, ana)).stripeCustomerId ?? '';
  expect((await openSdk(place.sandboxUrl).subscriptions.list({ customer })).data).toHaveLength(1);
});
