import { createServer } from 'node:http';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { customerFacts } from './customer-facts.ts';

const subscription = (status: string) => ({
  id: 'sub_1',
  object: 'subscription',
  status,
  created: 1_790_000_000,
  cancel_at: null,
  cancel_at_period_end: false,
  items: {
    data: [
      {
        id: 'si_1',
        current_period_end: 1_792_600_000,
        price: { id: 'price_1', lookup_key: 'basic-monthly' },
      },
    ],
  },
});

const invoice = {
  id: 'in_1',
  object: 'invoice',
  created: 1_792_600_000,
  status_transitions: { finalized_at: 1_792_600_000 },
  parent: { subscription_details: { subscription: 'sub_1' } },
};

/** A fake Stripe whose state changes between two list calls. */
async function vendorAnswering(answers: { subscriptions: object[][]; invoices: object[][] }) {
  const server = createServer((request, answer) => {
    const kind = request.url?.startsWith('/v1/invoices') ? 'invoices' : 'subscriptions';
    const [first = []] = answers[kind].length > 1 ? answers[kind].splice(0, 1) : answers[kind];
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ object: 'list', data: first, has_more: false }));
  });
  const { port, ...listening } = await listenOnFreePort(server);
  return { ...listening, stripe: new Stripe('sk_test_1', { host: '127.0.0.1', port, protocol: 'http' }) };
}

test('a payment between the two list calls leaves no debt without an invoice', async () => {
  await using vendor = await vendorAnswering({
    subscriptions: [[subscription('past_due')], [subscription('active')]],
    invoices: [[]],
  });
  const { subscriptions, debts } = await customerFacts(vendor.stripe, 'cus_1');
  expect([subscriptions[0]?.status, debts]).toEqual(['active', []]);
});

test('customerFacts returns each debt with its invoice', async () => {
  await using vendor = await vendorAnswering({
    subscriptions: [[subscription('past_due')]],
    invoices: [[invoice]],
  });
  const { subscriptions, debts } = await customerFacts(vendor.stripe, 'cus_1');
  expect(subscriptions[0]?.status).toBe('past_due');
  expect(debts).toMatchObject([{ invoiceId: 'in_1', subscriptionId: 'sub_1' }]);
});
