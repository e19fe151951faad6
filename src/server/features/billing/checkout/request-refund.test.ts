import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingAudit } from '#server/adapters/db/schema/billing.ts';
import type { Payments } from '#server/adapters/payments/payments.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { deleteAccount } from '#server/features/account/deletion/delete-account.ts';
import { mailsTo } from '#tests/helpers/mailbox.ts';
import { startWithMovedClock } from '#tests/stripe/moved-clock.ts';
import { openSdk } from '#tests/stripe/open-stripe.ts';
import { pressCheckout } from '#tests/stripe/stripe-controls.ts';
import { billingOf, expectBillingQuiet, newSubscriber, planOf } from '#tests/stripe/subscriber.ts';
import { syncCustomers } from '../sync/sync-billing.ts';
import { syncCustomer } from '../sync/sync-customer.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { createCheckout } from './create-checkout.ts';
import { listPayments } from './payment-history.ts';
import { readCredit } from './read-billing.ts';
import { requestRefund } from './request-refund.ts';
import { updateSubscription } from './update-subscription.ts';

let billing: Awaited<ReturnType<typeof startWithMovedClock>>;
beforeAll(async () => {
  billing = await startWithMovedClock();
});
afterAll(() => billing.close());

type User = Awaited<ReturnType<typeof newSubscriber>>;

const sdk = () => openSdk(billing.sandboxUrl);
const customerOf = async (user: User) => (await billingOf(billing, user)).stripeCustomerId ?? '';
const historyOf = (user: User) => listPayments(billing.deps, user);
const balanceOf = async (user: User) => {
  const customer = await sdk().customers.retrieve(await customerOf(user));
  return customer.deleted ? Number.NaN : customer.balance;
};
/** The newest is number 0. */
const refundOf = async (user: User, { at = 0, deps = billing.deps }: { at?: number; deps?: Deps } = {}) =>
  requestRefund(deps, user, { paymentIntentId: (await historyOf(user)).at(at)?.payment_intent_id ?? '' });
const change = (user: User, newPlanId: string) => updateSubscription(billing.deps, user, { newPlanId });
const withPlainSpaces = (message: string) => message.replaceAll('\u00a0', ' ');
/** Excludes the mails about the subscription itself. */
const refundMailsTo = async (email: string) =>
  (await mailsTo(billing.mailboxUrl, email)).filter(({ subject }) => /reembolso/i.test(subject));
const runSync = (which: 'due' | 'all') =>
  syncCustomers(billing.deps, { which, signal: new AbortController().signal });

async function unrefundedCents(user: User) {
  const { data } = await sdk().charges.list({ customer: await customerOf(user) });
  return data.reduce(
    (sum, { amount_captured, amount_refunded }) => sum + amount_captured - amount_refunded,
    0,
  );
}

/** The vendor's answer to one kind of question, from its own number on. */
function answering<Name extends keyof Payments>(name: Name, answer: () => Error, from = 1): Deps {
  const payments = billing.deps.payments as Payments;
  const call = payments[name] as (input: never) => Promise<unknown>;
  let requestCount = 0;
  const failing = async (input: never) => {
    requestCount += 1;
    if (requestCount >= from) throw answer();
    return call(input);
  };
  return { ...billing.deps, payments: { ...payments, [name]: failing } };
}
const fault = (statusCode: number) => () =>
  new AppError('payments_unavailable', { cause: Object.assign(new Error('vendor'), { statusCode }) });

test.each([0, 1])(
  'after an upgrade both payments of the seven days go back together, whichever is named (%i)',
  async (at) => {
    const ana = await newSubscriber(billing);
    await change(ana, 'basic-annual');
    const [upgrade, first] = await historyOf(ana);
    for (const payment of [upgrade, first])
      expect(payment?.refund).toEqual({
        total_cents: 29_990,
        payment_count: 2,
        credit_cents: 0,
        ends_plan: true,
      });
    expect(withPlainSpaces((await refundOf(ana, { at })).message)).toMatch(
      /^Reembolso feito. R\$ 299,90 voltam .*gratuito/,
    );
    expect(await unrefundedCents(ana)).toBe(0);
    expect([await planOf(billing, ana), await balanceOf(ana)]).toEqual(['free', 0]);
    expect((await historyOf(ana)).map(({ status }) => status)).toEqual(['refunded', 'refunded']);
    await expect.poll(() => refundMailsTo(ana.email)).toHaveLength(1);
    const [mail] = await refundMailsTo(ana.email);
    expect(withPlainSpaces(mail?.text ?? '')).toContain('R$ 299,90 voltam');
  },
);

test('the share of an upgrade that older payments covered stays as credit and pays the next plan', async () => {
  const ana = await newSubscriber(billing, 'basic-annual');
  await billing.stripe.advanceDays(30);
  await change(ana, 'basic-monthly');
  const kept = -(await balanceOf(ana));
  await billing.stripe.advanceDays(5);
  await change(ana, 'basic-annual');
  const [upgrade] = await historyOf(ana);
  const credit = upgrade?.refund?.credit_cents ?? 0;
  expect(upgrade?.refund).toMatchObject({ total_cents: upgrade?.value, payment_count: 1 });
  // The credit that was there, and what was left of the monthly plan.
  expect(credit).toBeGreaterThan(kept);
  expect(credit + (upgrade?.value ?? 0)).toBe(29_990);
  await refundOf(ana);
  expect([await planOf(billing, ana), await balanceOf(ana)]).toEqual(['free', -credit]);
  await syncCustomer(billing.deps, ana);
  expect(await balanceOf(ana)).toBe(-credit);
  const { url } = await createCheckout(billing.deps, ana, { planId: 'basic-monthly' });
  await pressCheckout(url, 'pay');
  expect(await balanceOf(ana)).toBe(2_990 - credit);
});

test('the customer sees the credit, which outlives its plan and pays the next one', async () => {
  const ana = await newSubscriber(billing, 'basic-annual');
  expect(await readCredit(billing.deps, ana)).toEqual({ credit_cents: 0 });
  await billing.stripe.advanceDays(30);
  await change(ana, 'basic-monthly');
  const { credit_cents: credit } = await readCredit(billing.deps, ana);
  expect(credit).toBe(-(await balanceOf(ana)));
  expect(credit).toBeGreaterThan(24_000);
  await cancelSubscription(billing.deps, ana);
  await billing.stripe.advanceDays(32);
  await syncCustomer(billing.deps, ana);
  expect([await planOf(billing, ana), await readCredit(billing.deps, ana)]).toEqual([
    'free',
    { credit_cents: credit },
  ]);
  const { url } = await createCheckout(billing.deps, ana, { planId: 'basic-monthly' });
  await pressCheckout(url, 'pay');
  expect(await readCredit(billing.deps, ana)).toEqual({ credit_cents: credit - 2_990 });
});

test('a credit that we granted outlives a refund', async () => {
  const ana = await newSubscriber(billing, 'basic-annual');
  await change(ana, 'basic-monthly');
  const gift = 1_000;
  await sdk().customers.update(await customerOf(ana), { balance: (await balanceOf(ana)) - gift });
  await refundOf(ana);
  expect([await unrefundedCents(ana), await balanceOf(ana)]).toEqual([0, -gift]);
});

test('a refund of a payment that was partly refunded by hand returns the rest', async () => {
  const ana = await newSubscriber(billing);
  const [payment] = await historyOf(ana);
  await sdk().refunds.create({ payment_intent: payment?.payment_intent_id ?? '', amount: 1_000 });
  expect((await historyOf(ana))[0]).toMatchObject({
    status: 'partly_refunded',
    refund: { total_cents: 1_990, payment_count: 1 },
  });
  await refundOf(ana);
  expect([await unrefundedCents(ana), await planOf(billing, ana)]).toEqual([0, 'free']);
});

test('a refund of an ended subscription leaves the running subscription its credit', async () => {
  const ana = await newSubscriber(billing);
  const { stripeSubscriptionId } = await billingOf(billing, ana);
  await sdk().subscriptions.cancel(stripeSubscriptionId ?? '');
  const { url } = await createCheckout(billing.deps, ana, { planId: 'basic-annual' });
  await pressCheckout(url, 'pay');
  await syncCustomer(billing.deps, ana);
  await change(ana, 'basic-monthly');
  const credit = await balanceOf(ana);
  expect(credit).toBeLessThan(-20_000);
  expect((await historyOf(ana)).at(-1)?.refund).toMatchObject({ total_cents: 2_990, ends_plan: false });
  expect((await refundOf(ana, { at: -1 })).message).toMatch(/^Reembolso feito.*continua\.$/);
  expect([await planOf(billing, ana), await balanceOf(ana)]).toEqual(['basic-monthly', credit]);
});

test('a refund that Stripe refuses stays pending: the customer reads so, the operator gets one mail, and a later sync makes it', async () => {
  const ana = await newSubscriber(billing, 'basic-annual');
  const { supportAddress } = billing.deps.config.mail;
  const refusals = async () =>
    (await mailsTo(billing.mailboxUrl, supportAddress)).filter(({ text }) => text.includes(ana.email));
  const refusing = answering('refund', fault(400));
  expect(withPlainSpaces((await refundOf(ana, { deps: refusing })).message)).toMatch(
    /^Seu pedido.*registrado. R\$ 299,90/,
  );
  expect((await historyOf(ana))[0]).toMatchObject({ status: 'refund_pending', refundable_until: null });
  // A repeated request creates no second refund, and Stripe gets no second call within the hour.
  expect((await refundOf(ana)).message).toMatch(/registrado/);
  expect(await unrefundedCents(ana)).toBe(29_990);
  await billing.stripe.advanceDays(1);
  await syncCustomer(refusing, ana);
  await expect.poll(refusals).toHaveLength(1);
  // A sync after an event that began before the clock moves and ends after it would count as one of the new day.
  await expectBillingQuiet(billing);
  await billing.stripe.advanceDays(1);
  await runSync('due');
  expect(await unrefundedCents(ana)).toBe(0);
  expect((await historyOf(ana))[0]).toMatchObject({ status: 'refunded' });
  await expect.poll(() => refundMailsTo(ana.email)).toHaveLength(1);
  expect(await refusals()).toHaveLength(1);
});

test('a refund stays pending during a dispute, and a later sync makes it once the seller has won', async () => {
  const ana = await newSubscriber(billing);
  await expectBillingQuiet(billing);
  const paymentIntent = (await historyOf(ana))[0]?.payment_intent_id ?? '';
  const { id } = await billing.stripe.openDispute({ paymentIntent });
  expect((await refundOf(ana)).message).toMatch(/^Seu pedido de reembolso está registrado/);
  expect((await historyOf(ana))[0]).toMatchObject({ status: 'refund_pending' });
  expect([await planOf(billing, ana), await unrefundedCents(ana)]).toEqual(['free', 2_990]);
  await billing.stripe.closeDispute(id, 'won');
  await billing.stripe.advanceDays(1);
  await syncCustomer(billing.deps, ana);
  expect(await unrefundedCents(ana)).toBe(0);
  expect((await historyOf(ana))[0]).toMatchObject({ status: 'refunded' });
});

test('a refund requested during a dispute is settled once the seller has lost, and not tried again', async () => {
  const ana = await newSubscriber(billing);
  await expectBillingQuiet(billing);
  const paymentIntent = (await historyOf(ana))[0]?.payment_intent_id ?? '';
  const { id } = await billing.stripe.openDispute({ paymentIntent });
  await refundOf(ana);
  expect((await historyOf(ana))[0]).toMatchObject({ status: 'refund_pending' });
  await billing.stripe.closeDispute(id, 'lost');
  await billing.stripe.advanceDays(1);
  await syncCustomer(billing.deps, ana);
  expect((await historyOf(ana))[0]).toMatchObject({ status: 'refunded' });
  const requests = () =>
    billing.deps.db
      .select({ outcome: billingAudit.outcome })
      .from(billingAudit)
      .where(and(eq(billingAudit.userId, ana.userId), eq(billingAudit.action, 'refund')));
  const settled = await requests();
  expect(settled.at(-1)).toEqual({ outcome: 'done' });
  await billing.stripe.advanceDays(2);
  await syncCustomer(billing.deps, ana);
  expect(await requests()).toEqual(settled);
  // The bank paid, so the product claims no refund of its own.
  expect(await refundMailsTo(ana.email)).toEqual([]);
});

test('the server stores a refund that failed at Stripe, shows it to the customer, and makes and mails it within the hour', async () => {
  const ana = await newSubscriber(billing);
  // The first read is the sync before it, the second the refund's own.
  const refusal = await refundOf(ana, { deps: answering('factsOf', fault(500), 2) });
  expect(withPlainSpaces(refusal.message)).toMatch(
    /^Seu pedido de reembolso está registrado. R\$ 29,90 .*e-mail/,
  );
  await runSync('due');
  await expect.poll(() => planOf(billing, ana)).toBe('free');
  expect(await unrefundedCents(ana)).toBe(0);
  await expect.poll(() => refundMailsTo(ana.email)).toHaveLength(1);
  const rows = await billing.deps.db
    .select({ outcome: billingAudit.outcome })
    .from(billingAudit)
    .where(and(eq(billingAudit.userId, ana.userId), eq(billingAudit.action, 'refund')));
  expect(rows).toEqual([{ outcome: 'done' }]);
});

test('the server makes a requested refund even after the account is deleted', async () => {
  const ana = await newSubscriber(billing);
  const customer = await customerOf(ana);
  await refundOf(ana, { deps: answering('refund', fault(400)) });
  await deleteAccount(billing.deps, { ...ana, provedAt: billing.deps.now() });
  const refunded = async () =>
    (await sdk().charges.list({ customer })).data.map(({ amount_refunded: cents }) => cents);
  await expect.poll(refunded).toEqual([2_990]);
});

test('when the bank returns a refund days later, support and the customer get one mail each', async () => {
  const ana = await newSubscriber(billing);
  const paid = (await historyOf(ana))[0]?.payment_intent_id ?? '';
  await refundOf(ana);
  const { data: refunds } = await sdk().refunds.list({ payment_intent: paid });
  await billing.stripe.behave({ webhooks: 'twice' });
  await billing.stripe.returnRefund(refunds[0]?.id ?? '');
  await billing.stripe.deliver();
  await billing.stripe.behave({ webhooks: 'normal' });
  const toAna = () => refundMailsTo(ana.email);
  await expect.poll(toAna).toHaveLength(2);
  const returned = (await toAna()).find(({ subject }) => subject.endsWith('voltou do banco'));
  expect(withPlainSpaces(returned?.text ?? '')).toMatch(
    /não aceitou o reembolso de R\$ 29,90 .*\n*.*continua sendo seu/,
  );
  const { supportAddress } = billing.deps.config.mail;
  const toSupport = async () =>
    (await mailsTo(billing.mailboxUrl, supportAddress)).filter(({ text }) => text.includes(ana.email));
  await expect.poll(toSupport).toHaveLength(1);
  expect(withPlainSpaces((await toSupport())[0]?.text ?? '')).toContain(paid);
});

test('the history shows that the bank returned a refund, and offers no second try with the same card', async () => {
  const ana = await newSubscriber(billing);
  const [payment] = await historyOf(ana);
  const paid = payment?.payment_intent_id ?? '';
  await refundOf(ana);
  expect(await historyOf(ana)).toMatchObject([{ status: 'refunded' }]);
  const { data: refunds } = await sdk().refunds.list({ payment_intent: paid });
  await billing.stripe.returnRefund(refunds[0]?.id ?? '');
  await billing.stripe.deliver();
  expect(await historyOf(ana)).toMatchObject([
    { status: 'refund_returned', refundable_until: null, refund: null },
  ]);
  await expect(refundOf(ana)).rejects.toMatchObject({
    code: 'already_refunded',
    text: expect.stringMatching(/continua seu: fale com o suporte/),
  });
  // The plan ended with the refund, and stays ended. Only the money is missing.
  await runSync('all');
  expect(await planOf(billing, ana)).toBe('free');
  expect((await sdk().refunds.list({ payment_intent: paid })).data).toHaveLength(1);
});

test('when the bank returns a refund made by hand, the paid plan stays', async () => {
  const ana = await newSubscriber(billing);
  const paid = (await historyOf(ana))[0]?.payment_intent_id ?? '';
  await expectBillingQuiet(billing);
  await billing.stripe.behave({ webhooks: 'drop' });
  const { id } = await sdk().refunds.create({ payment_intent: paid });
  await billing.stripe.returnRefund(id);
  await billing.stripe.behave({ webhooks: 'normal' });
  await runSync('all');
  expect(await planOf(billing, ana)).toBe('basic-monthly');
  expect((await historyOf(ana))[0]).toMatchObject({ status: 'refund_returned' });
});

test('a returned refund that no customer requested sends no mail', async () => {
  const ana = await newSubscriber(billing);
  const paid = (await historyOf(ana))[0]?.payment_intent_id ?? '';
  const { id } = await sdk().refunds.create({ payment_intent: paid, amount: 100 });
  await billing.stripe.returnRefund(id);
  const deliveries = await billing.stripe.deliver();
  expect(deliveries.find(({ type }) => type === 'refund.failed')).toMatchObject({ state: 'delivered' });
  expect(await refundMailsTo(ana.email)).toEqual([]);
});
