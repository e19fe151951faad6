import { z } from 'zod';
import { plannedChange } from '../billing/change.ts';
import { collect, previewInvoice } from '../billing/invoices.ts';
import { refundCharge } from '../billing/refund.ts';
import { listOf, present } from '../present.ts';
import { missing, refused, StripeFault } from '../stripe-fault.ts';
import type { Calls } from './answer.ts';
import { pageOf } from './page-of.ts';
import { changedItem, flag, fullMetadata, integer, listParams, prorationBehavior } from './params.ts';

const text = z.string().optional();

function invoiceCalls({ account, on }: Calls) {
  const { store } = account;
  const invoice = (id: string) => {
    const found = store.get('invoice', id);
    if (found === undefined) throw missing('invoice', id);
    return found;
  };

  on('GET', '/invoices/:id', z.object({}), (_params, id) => present(invoice(id), account));
  on('GET', '/invoices/:id/lines', z.object({ limit: integer.optional() }), (_params, id) =>
    listOf(structuredClone(invoice(id).lines), `/v1/invoices/${id}/lines`),
  );
  const preview = z.object({
    customer: z.string().optional(),
    subscription: z.string(),
    subscription_details: z.strictObject({
      items: z.array(changedItem),
      proration_behavior: prorationBehavior,
      cancel_at_period_end: flag.optional(),
    }),
  });
  on('POST', '/invoices/create_preview', preview, ({ subscription: id, subscription_details: details }) => {
    const subscription = store.get('subscription', id);
    if (subscription === undefined) throw missing('subscription', id, 'subscription');
    if (subscription.status === 'canceled') throw refused('This subscription has been canceled.');
    const at = account.now();
    const { items, proration_behavior } = details;
    const planned = plannedChange(account, subscription, { items, prorationBehavior: proration_behavior });
    return previewInvoice(account, {
      subscription,
      reason: 'subscription_update',
      lines: planned?.lines ?? [],
      period: { start: at, end: at },
    });
  });
  on('POST', '/invoices/:id/pay', z.object({ off_session: flag.optional() }), (_params, id) => {
    const found = invoice(id);
    if (found.status === 'paid') throw refused('Invoice is already paid', { code: 'invoice_already_paid' });
    if (found.status !== 'open') throw refused(`This invoice is ${found.status} and cannot be paid.`);
    if (collect(account, found, { byHand: true })) return present(found, account);
    throw new StripeFault(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    });
  });
  on('POST', '/invoices/:id/void', z.object({}), (_params, id) => {
    const found = invoice(id);
    if (found.status !== 'open')
      throw refused('You can only pass in open invoices. This invoice is not open.');
    found.status = 'void';
    found.auto_advance = false;
    found.next_payment_attempt = null;
    found.status_transitions.voided_at = account.now();
    account.emit('invoice.voided', found);
    return present(found, account);
  });
  const list = z.object({
    ...listParams,
    customer: text,
    subscription: text,
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  });
  on('GET', '/invoices', list, ({ customer, subscription, status, ...params }) => {
    const objects = store
      .all('invoice')
      .filter(
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (subscription === undefined || one.parent.subscription_details.subscription === subscription) &&
          (status === undefined || one.status === status),
      );
    return pageOf(account, { objects, url: '/v1/invoices', params });
  });

  const paymentList = z.object({
    ...listParams,
    invoice: text,
    status: z.enum(['open', 'paid', 'canceled']).optional(),
    payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
  });
  on('GET', '/invoice_payments', paymentList, ({ invoice: of, status, payment, ...params }) => {
    const objects = store
      .all('invoice_payment')
      .filter(
        (one) =>
          (of === undefined || one.invoice === of) &&
          (status === undefined || one.status === status) &&
          (payment?.payment_intent === undefined || one.payment.payment_intent === payment.payment_intent),
      );
    return pageOf(account, { objects, url: '/v1/invoice_payments', params });
  });
  on('GET', '/invoice_payments/:id', z.object({}), (_params, id) => {
    const found = store.get('invoice_payment', id);
    if (found === undefined) throw missing('invoice_payment', id);
    return present(found, account);
  });
}

function moneyCalls({ account, on }: Calls) {
  const { store } = account;
  for (const [path, kind] of [
    ['/payment_intents', 'payment_intent'],
    ['/charges', 'charge'],
    ['/refunds', 'refund'],
    ['/events', 'event'],
  ] as const)
    on('GET', `${path}/:id`, z.object({}), (_params, id) => {
      const found = store.get(kind, id);
      if (found === undefined) throw missing(kind, id);
      return present(found, account);
    });

  on('GET', '/payment_intents', z.object({ ...listParams, customer: text }), ({ customer, ...params }) => {
    const objects = store
      .all('payment_intent')
      .filter((one) => customer === undefined || one.customer === customer);
    return pageOf(account, { objects, url: '/v1/payment_intents', params });
  });
  const charges = z.object({ ...listParams, customer: text, payment_intent: text });
  on('GET', '/charges', charges, ({ customer, payment_intent: intent, ...params }) => {
    const objects = store
      .all('charge')
      .filter(
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (intent === undefined || one.payment_intent === intent),
      );
    return pageOf(account, { objects, url: '/v1/charges', params });
  });

  const refund = z.object({
    charge: text,
    payment_intent: text,
    amount: integer.pipe(z.number().min(1)).optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    metadata: fullMetadata,
  });
  on('POST', '/refunds', refund, (params) => present(refundCharge(account, params), account));
  const refunds = z.object({ ...listParams, charge: text, payment_intent: text });
  on('GET', '/refunds', refunds, ({ charge, payment_intent: intent, ...params }) => {
    const objects = store
      .all('refund')
      .filter(
        (one) =>
          (charge === undefined || one.charge === charge) &&
          (intent === undefined || one.payment_intent === intent),
      );
    return pageOf(account, { objects, url: '/v1/refunds', params });
  });

  const events = z.object({ ...listParams, type: text, types: z.array(z.string()).optional() });
  on('GET', '/events', events, ({ type, types, ...params }) => {
    const objects = store
      .all('event')
      .filter((one) => (type === undefined || one.type === type) && (types?.includes(one.type) ?? true));
    return pageOf(account, { objects, url: '/v1/events', params });
  });
}

export function paymentCalls(calls: Calls) {
  invoiceCalls(calls);
  moneyCalls(calls);
}
