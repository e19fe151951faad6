import { z } from 'zod';
import { show } from '../account.ts';
import { previewInvoice } from '../billing/invoices.ts';
import { refund } from '../billing/refunds.ts';
import { planChange } from '../billing/subscriptions.ts';
import { refused } from '../stripe-fault.ts';
import { type Calls, pageOf } from './calls.ts';
import { integer, listParams } from './parameters.ts';

const text = z.string().optional();

function invoiceCalls({ account, on }: Calls) {
  const preview = z.object({
    subscription: z.string(),
    subscription_details: z.strictObject({
      items: z.tuple([z.strictObject({ id: z.string(), price: z.string() })]),
      proration_behavior: z.literal('always_invoice'),
      cancel_at_period_end: z.literal('false'),
    }),
  });
  on('POST', '/invoices/create_preview', preview, ({ subscription: id, subscription_details: details }) => {
    const subscription = account.get('subscription', id);
    if (subscription.status === 'canceled') throw refused('The subscription is canceled.');
    const price = account.get('price', details.items[0].price);
    return previewInvoice(account, planChange(account, subscription, price).billing);
  });
  on('POST', '/invoices/:id/void', z.object({}), (_params, id) => {
    const invoice = account.get('invoice', id);
    if (invoice.status !== 'open') throw refused(`The invoice is ${invoice.status}, not open.`);
    Object.assign(invoice, { status: 'void', auto_advance: false, next_payment_attempt: null });
    invoice.status_transitions.voided_at = account.now();
    account.emit('invoice.voided', invoice);
    return show(account, invoice);
  });
  const list = z.object({
    ...listParams,
    customer: text,
    subscription: text,
    status: z.enum(['open', 'paid']),
    expand: z.tuple([z.literal('data.payments')]).optional(),
  });
  on('GET', '/invoices', list, ({ customer, subscription, status, expand, ...params }) => {
    const invoices = account
      .all('invoice')
      .filter(
        (one) =>
          one.status === status &&
          (customer === undefined || one.customer === customer) &&
          (subscription === undefined || one.parent.subscription_details.subscription === subscription),
      );
    return pageOf(account, invoices, { url: '/v1/invoices', params, expand: expand && ['payments'] });
  });
}

function chargeCalls({ account, on }: Calls) {
  const list = z.object({
    ...listParams,
    customer: text,
    payment_intent: text,
    expand: z.tuple([z.literal('data.refunds')]).optional(),
  });
  on('GET', '/charges', list, ({ customer, payment_intent: intent, expand, ...params }) => {
    const charges = account
      .all('charge')
      .filter(
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (intent === undefined || one.payment_intent === intent),
      );
    return pageOf(account, charges, { url: '/v1/charges', params, expand: expand && ['refunds'] });
  });
}

function refundCalls({ account, on }: Calls) {
  const create = z.object({
    payment_intent: z.string(),
    amount: integer.pipe(z.number().min(1)).optional(),
    reason: z.literal('requested_by_customer').optional(),
  });
  on('POST', '/refunds', create, ({ payment_intent: paymentIntent, amount }) =>
    show(account, refund(account, { paymentIntent, amount })),
  );
  const list = z.object({ ...listParams, charge: text, payment_intent: text });
  on('GET', '/refunds', list, ({ charge, payment_intent: intent, ...params }) => {
    const refunds = account
      .all('refund')
      .filter(
        (one) =>
          (charge === undefined || one.charge === charge) &&
          (intent === undefined || one.payment_intent === intent),
      );
    return pageOf(account, refunds, { url: '/v1/refunds', params });
  });
  on('GET', '/disputes', z.object({ ...listParams, charge: z.string() }), ({ charge, ...params }) => {
    const disputes = account.all('dispute').filter((one) => one.charge === charge);
    return pageOf(account, disputes, { url: '/v1/disputes', params });
  });
}

export function paymentCalls(calls: Calls) {
  invoiceCalls(calls);
  chargeCalls(calls);
  refundCalls(calls);
}
