import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingAudit, billingCustomers } from '#server/adapters/db/schema/billing.ts';
import type { Payments } from '#server/adapters/payments/payments.ts';
import type { Deps } from '#server/deps.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { openSdk } from '#tests/stripe/open-stripe.ts';
import { pressCheckout, stripeControls } from '#tests/stripe/stripe-controls.ts';
import { billingOf, newSubscriber, newUser, planOf } from '#tests/stripe/subscriber.ts';
import { createCheckout } from './checkout/create-checkout.ts';
import { listPayments } from './checkout/payment-history.ts';
import { requestRefund } from './checkout/request-refund.ts';
import { updateSubscription } from './checkout/update-subscription.ts';
import { syncCustomer } from './sync/sync-customer.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  // Only the server's own calls count here.
  await stripeControls(product.sandboxUrl).behave({ webhooks: 'drop' });
});
afterAll(() => product.close());

const killed = new Error('killed here');

/** Stripe executes the call and answers, but the process dies before it can record the result. */
function dyingAfter<Name extends keyof Payments>(name: Name): Deps {
  const payments = product.deps.payments as Payments;
  const call = payments[name] as (input: never) => Promise<unknown>;
  const dying = async (input: never) => {
    await call(input);
    throw killed;
  };
  return { ...product.deps, payments: { ...payments, [name]: dying } };
}

const outcomes = async ({ userId }: { userId: string }, action: 'checkout' | 'change_plan' | 'refund') =>
  (
    await product.deps.db
      .select({ outcome: billingAudit.outcome })
      .from(billingAudit)
      .where(and(eq(billingAudit.userId, userId), eq(billingAudit.action, action)))
  ).map(({ outcome }) => outcome);

test('after a crash in a plan change the sync grants the paid plan, and a second request charges nothing more', async () => {
  const ana = await newSubscriber(product);
  const change = { newPlanId: 'basic-annual' };
  await expect(updateSubscription(dyingAfter('changePrice'), ana, change)).rejects.toBe(killed);
  expect(await planOf(product, ana)).toBe('basic-monthly');
  await syncCustomer(product.deps, ana);
  expect(await planOf(product, ana)).toBe('basic-annual');
  await expect(updateSubscription(product.deps, ana, change)).rejects.toMatchObject({ code: 'same_plan' });
  expect(await listPayments(product.deps, ana)).toHaveLength(2);
});

test('after a crash in a checkout the next request returns the same page', async () => {
  const ana = await newUser(product);
  const checkout = { planId: 'basic-monthly' };
  await expect(createCheckout(dyingAfter('createCheckout'), ana, checkout)).rejects.toBe(killed);
  const { url } = await createCheckout(product.deps, ana, checkout);
  await pressCheckout(url, 'pay');
  await syncCustomer(product.deps, ana);
  expect(await listPayments(product.deps, ana)).toHaveLength(1);
});

test('after a crash in creating a customer the server creates no second one', async () => {
  const ana = await newUser(product);
  const checkout = { planId: 'basic-monthly' };
  await expect(createCheckout(dyingAfter('createCustomer'), ana, checkout)).rejects.toBe(killed);
  await createCheckout(product.deps, ana, checkout);
  const { data } = await openSdk(product.sandboxUrl).customers.list({ email: ana.email });
  expect(data).toHaveLength(1);
});

test.each(['endNow', 'refund', 'settleCredit'] as const)(
  'after a crash in a refund, following %s, the sync finishes the refund once',
  async (call) => {
    const ana = await newSubscriber(product);
    const paymentIntentId = (await listPayments(product.deps, ana))[0]?.payment_intent_id ?? '';
    await expect(requestRefund(dyingAfter(call), ana, { paymentIntentId })).rejects.toBe(killed);
    expect(await outcomes(ana, 'refund')).toEqual(['asked']);
    await syncCustomer(product.deps, ana);
    expect(await planOf(product, ana)).toBe('free');
    expect(await outcomes(ana, 'refund')).toEqual(['done']);
    const { data } = await openSdk(product.sandboxUrl).refunds.list({ payment_intent: paymentIntentId });
    expect(data.map(({ amount }) => amount)).toEqual([2_990]);
  },
);

test('a process that dies while holding a customer blocks it no longer than its lease', async () => {
  const ana = await newSubscriber(product);
  const hold = (heldUntil: Date) =>
    product.deps.db
      .update(billingCustomers)
      .set({ heldBy: '00000000-0000-4000-8000-000000000000', heldUntil })
      .where(eq(billingCustomers.userId, ana.userId));
  const startedMs = performance.now();
  await hold(new Date(Date.now() + 1_500));
  await syncCustomer(product.deps, ana);
  expect(performance.now() - startedMs).toBeGreaterThan(1_000);
  expect(await billingOf(product, ana)).toMatchObject({ heldBy: null, heldUntil: null });
});

test('a slow process that lost its lease writes none of its stale results', async () => {
  const ana = await newSubscriber(product);
  const payments = product.deps.payments as Payments;
  const slow: Deps = {
    ...product.deps,
    payments: {
      ...payments,
      factsOf: async (id) => {
        const facts = await payments.factsOf(id);
        await product.deps.db.update(billingCustomers).set({ heldUntil: new Date(0) });
        await payments.endNow({ subscriptionId: facts.subscriptions[0]?.id ?? '', key: `test-${id}` });
        await syncCustomer(product.deps, ana);
        return facts;
      },
    },
  };
  await expect(syncCustomer(slow, ana)).rejects.toMatchObject({ code: 'billing_busy' });
  expect(await planOf(product, ana)).toBe('free');
});
