import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { refundedPaymentIntent } from './refunds.ts';

const invoice = {
  id: 'in_1',
  object: 'invoice',
  amount_paid: 2_990,
  payments: {
    data: [{ status: 'paid', payment: { type: 'payment_intent', payment_intent: 'pi_1' } }],
  },
};
const charge = { id: 'ch_1', object: 'charge', disputed: true, amount_refunded: 0, payment_intent: 'pi_1' };

/** The sandbox has no disputes, so this fakes Stripe's answers. */
async function vendorWithDispute(status: string, amount: number) {
  const answers: Readonly<Record<string, object[]>> = {
    '/v1/invoices': [{ ...invoice, id: 'in_2', amount_paid: 0 }, invoice],
    '/v1/charges': [charge],
    '/v1/disputes': [{ id: 'dp_1', object: 'dispute', status, amount }],
  };
  const server = createServer((request, answer) => {
    const data = answers[request.url?.split('?')[0] ?? ''] ?? [];
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ object: 'list', data, has_more: false }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stripe = new Stripe('sk_test_1', { host: '127.0.0.1', port, protocol: 'http' });
  return { stripe, [Symbol.asyncDispose]: async () => void server.close() };
}

test.each([
  ['lost', 2_990, 'pi_1'],
  ['lost', 1_000, undefined],
  ['needs_response', 2_990, undefined],
  ['won', 2_990, undefined],
])('a dispute with status %s over %i cents refunds %s', async (status, amount, payment) => {
  await using vendor = await vendorWithDispute(status, amount);
  expect(await refundedPaymentIntent(vendor.stripe, { subscription: 'sub_1', customer: 'cus_1' })).toBe(
    payment,
  );
});
