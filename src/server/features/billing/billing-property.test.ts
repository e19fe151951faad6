import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#server/errors/app-error.ts';
import { isLong } from '#tests/helpers/long-tests.ts';
import { startWithMovedClock } from '#tests/stripe/moved-clock.ts';
import { openSdk } from '#tests/stripe/open-stripe.ts';
import { pressCheckout } from '#tests/stripe/stripe-controls.ts';
import { billingOf, newUser, planOf } from '#tests/stripe/subscriber.ts';
import { cancelSubscription, resumeSubscription } from './checkout/cancel-subscription.ts';
import { createCheckout } from './checkout/create-checkout.ts';
import { listPayments } from './checkout/payment-history.ts';
import { requestRefund } from './checkout/request-refund.ts';
import { updateSubscription } from './checkout/update-subscription.ts';
import { syncCustomers } from './sync/sync-billing.ts';
import { syncCustomer } from './sync/sync-customer.ts';

const runs = isLong ? 60 : 8;
const graceMs = 7 * 86_400_000;

let billing: Awaited<ReturnType<typeof startWithMovedClock>>;
beforeAll(async () => {
  billing = await startWithMovedClock();
});
afterAll(() => billing.close());

type User = Awaited<ReturnType<typeof newUser>>;
type Paid = 'basic-monthly' | 'basic-annual';

/** The actions of users, cards and time. The server may refuse a step. */
const steps = {
  buyMonthly: (user: User) => buy(user, 'basic-monthly'),
  buyAnnual: (user: User) => buy(user, 'basic-annual'),
  buyInTwoTabs: async (user: User) => {
    await Promise.all([buy(user, 'basic-monthly'), buy(user, 'basic-annual')]);
  },
  toMonthly: (user: User) => updateSubscription(billing.deps, user, { newPlanId: 'basic-monthly' }),
  toAnnual: (user: User) => updateSubscription(billing.deps, user, { newPlanId: 'basic-annual' }),
  toFree: (user: User) => updateSubscription(billing.deps, user, { newPlanId: 'free' }),
  cancel: (user: User) => cancelSubscription(billing.deps, user),
  resume: (user: User) => resumeSubscription(billing.deps, user),
  refundLast: async (user: User) => {
    const [payment] = await listPayments(billing.deps, user);
    if (payment) await requestRefund(billing.deps, user, { paymentIntentId: payment.payment_intent_id });
  },
  loseDispute: async (user: User) => {
    const [payment] = await listPayments(billing.deps, user);
    if (payment === undefined) return;
    const { id } = await billing.stripe.openDispute({ paymentIntent: payment.payment_intent_id });
    await billing.stripe.closeDispute(id, 'lost');
  },
  failNext: async (user: User) => {
    const customer = (await billingOf(billing, user)).stripeCustomerId;
    if (customer !== null) await billing.stripe.behave({ customer, failNextPayments: 1 });
  },
  threeDays: () => billing.stripe.advanceDays(3),
  month: () => billing.stripe.advanceDays(32),
  night: () => syncCustomers(billing.deps, { which: 'due', signal: new AbortController().signal }),
  deliver: () => billing.stripe.deliver(),
  losing: () => billing.stripe.behave({ webhooks: 'drop' }),
  twice: () => billing.stripe.behave({ webhooks: 'twice' }),
  reversed: () => billing.stripe.behave({ webhooks: 'reverse' }),
  orderly: () => billing.stripe.behave({ webhooks: 'normal' }),
};
type Step = keyof typeof steps;

async function buy(user: User, planId: Paid) {
  const { url } = await createCheckout(billing.deps, user, { planId });
  await pressCheckout(url, 'pay');
}

/** Reads Stripe's state with other code than the product's. */
async function truthOf(user: User) {
  const customer = (await billingOf(billing, user)).stripeCustomerId;
  if (customer === null) return { plan: 'free', live: 0, paidCents: 0 };
  const sdk = openSdk(billing.sandboxUrl);
  const { data } = await sdk.subscriptions.list({ customer, status: 'all' });
  const live = data.filter(({ status }) => status === 'active' || status === 'past_due');
  const [one] = live;
  if (one === undefined) return { plan: 'free', live: 0 };
  const plan = one.items.data[0]?.price.lookup_key ?? 'none';
  if (one.status === 'active') return { plan, live: live.length };
  const { data: open } = await sdk.invoices.list({ subscription: one.id, status: 'open' });
  const since = Math.min(...open.map(({ created }) => created)) * 1_000;
  return { plan: billing.deps.now().getTime() < since + graceMs ? plan : 'free', live: live.length };
}

/** Runs each time, before the random sequences. */
const known: Step[][] = [
  ['twice', 'toAnnual', 'cancel', 'threeDays', 'resume', 'month'],
  ['losing', 'failNext', 'month', 'threeDays', 'threeDays', 'threeDays', 'night', 'buyAnnual'],
  ['reversed', 'refundLast', 'buyInTwoTabs', 'toAnnual', 'toMonthly', 'refundLast'],
  ['failNext', 'month', 'losing', 'threeDays', 'toFree', 'orderly', 'buyMonthly'],
  ['toAnnual', 'loseDispute', 'refundLast', 'night', 'buyMonthly', 'month', 'loseDispute'],
];

const anySteps = fc.array(fc.constantFrom(...(Object.keys(steps) as Step[])), {
  minLength: 4,
  maxLength: 12,
});

test('after any actions, reported in any order, a sync makes our plan match Stripe', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (names) => {
      await billing.stripe.behave({ webhooks: 'normal' });
      const user = await newUser(billing);
      for (const name of ['buyMonthly', ...names] as Step[]) {
        try {
          await steps[name](user);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          expect(['payments_unavailable', 'billing_busy', 'internal']).not.toContain(error.code);
        }
      }
      await billing.stripe.deliver();
      await syncCustomer(billing.deps, user);
      const { plan, live } = await truthOf(user);
      expect(live).toBeLessThanOrEqual(1);
      expect(await planOf(billing, user)).toBe(plan);
    }),
    { numRuns: runs, endOnFailure: true, examples: known.map((names) => [names]) },
  );
}, 600_000);
