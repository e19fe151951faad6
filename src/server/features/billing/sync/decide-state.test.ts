import { expect, test } from 'vitest';
import type { CustomerFacts, SubscriptionFacts } from '#server/adapters/payments/payments.ts';
import { decideState } from './decide-state.ts';

const now = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const plans = new Map([
  ['free', { hoursPerMonth: 5 }],
  ['basic-monthly', { hoursPerMonth: 10 }],
  ['premium', { hoursPerMonth: 50 }],
]);

let made = 0;
function subscription(changes: Partial<SubscriptionFacts> = {}): SubscriptionFacts {
  made += 1;
  return {
    id: `sub_${made}`,
    status: 'active',
    itemId: `si_${made}`,
    priceId: 'price_1',
    planId: 'basic-monthly',
    priceCents: 2_990,
    createdAt: inDays(-10),
    currentPeriodEnd: inDays(20),
    endsAt: undefined,
    hasFixedEnd: false,
    refundedOrLostPayment: undefined,
    ...changes,
  };
}
const decide = (subscriptions: SubscriptionFacts[], debts: CustomerFacts['debts'] = []) =>
  decideState({ subscriptions, debts }, { plans, now });

test('of several paid subscriptions the best one decides the plan, in any order, and decideState reports the others', () => {
  const [basic, premium] = [subscription(), subscription({ planId: 'premium' })];
  for (const order of [
    [basic, premium],
    [premium, basic],
  ])
    expect(decide(order)).toMatchObject({ plan: 'premium', subscription: premium, surplus: [basic] });
});

test('a paid subscription wins over a better one that is unpaid', () => {
  const owed = subscription({ planId: 'premium', status: 'past_due' });
  expect(decide([owed, subscription()])).toMatchObject({ plan: 'basic-monthly', status: 'active' });
});

test('an unknown price grants no plan, and decideState reports it', () => {
  const odd = subscription({ planId: undefined });
  const gone = subscription({ planId: 'no-such-plan' });
  expect(decide([odd, gone])).toMatchObject({ plan: 'free', status: 'none', unknown: [odd, gone] });
});

test.each([
  [-6.9, 'basic-monthly'],
  [-7, 'free'],
  [-40, 'free'],
])('a payment that failed %d days ago leaves the plan %s', (days, plan) => {
  for (const status of ['past_due', 'unpaid'] as const) {
    const owed = subscription({ status });
    const debts = [
      { invoiceId: 'in_new', subscriptionId: owed.id, since: inDays(-1) },
      { invoiceId: 'in_old', subscriptionId: owed.id, since: inDays(days) },
      { invoiceId: 'in_other', subscriptionId: 'sub_other', since: inDays(-99) },
    ];
    expect(decide([owed], debts)).toMatchObject({
      plan,
      status: 'past_due',
      graceUntil: inDays(days + 7),
      debtInvoiceId: 'in_old',
    });
  }
});

test.each(['canceled', 'incomplete', 'incomplete_expired', 'paused'] as const)(
  'a subscription with status %s grants nothing',
  (status) => {
    expect(decide([subscription({ status })])).toMatchObject({ plan: 'free', status: 'none' });
  },
);

test('a subscription whose payment was refunded grants nothing', () => {
  const [returned, paid] = [
    subscription({ planId: 'premium', refundedOrLostPayment: 'pi_1' }),
    subscription({ id: 'sub_2' }),
  ];
  expect(decide([returned])).toMatchObject({ plan: 'free', status: 'none' });
  expect(decide([returned, paid])).toMatchObject({ plan: 'basic-monthly', subscription: paid, surplus: [] });
});

test('a subscription that ends with its period keeps its plan until then', () => {
  expect(decide([subscription({ endsAt: inDays(20) })])).toMatchObject({
    plan: 'basic-monthly',
    status: 'cancels_at',
  });
});
