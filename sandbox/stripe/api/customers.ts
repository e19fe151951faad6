import { z } from 'zod';
import { endSubscription } from '../billing/subscription-end.ts';
import { newCustomer } from '../objects/customer.ts';
import { mergeMetadata } from '../objects/object.ts';
import { present } from '../present.ts';
import { missing } from '../stripe-fault.ts';
import type { Calls } from './answer.ts';
import { pageOf } from './page-of.ts';
import { fullMetadata, integer, listParams, metadata } from './params.ts';

const text = z.string().optional();
const email = z.union([z.literal(''), z.email({ pattern: z.regexes.html5Email })]).optional();

export function liveCustomer({ account }: Pick<Calls, 'account'>, id: string, param?: string) {
  const found = account.store.get('customer', id);
  if (found === undefined || found.sandbox.deleted) throw missing('customer', id, param);
  return found;
}

export function customerCalls(calls: Calls) {
  const { account, on } = calls;
  const { store, now } = account;
  const fields = {
    email,
    name: text,
    phone: text,
    description: text,
    preferred_locales: z.array(z.string()).optional(),
  };

  on('POST', '/customers', z.object({ ...fields, metadata: fullMetadata }), (params) => {
    const { preferred_locales: preferredLocales, ...rest } = params;
    const customer = newCustomer({ ...rest, preferredLocales }, { now: now() });
    return present(store.add(customer), account);
  });
  on('GET', '/customers/:id', z.object({}), (_params, id) => {
    const found = store.get('customer', id);
    if (found === undefined) throw missing('customer', id);
    return present(found, account);
  });
  const change = z.object({
    ...fields,
    balance: integer.optional(),
    metadata: metadata.optional(),
    invoice_settings: z.strictObject({ default_payment_method: z.string() }).optional(),
  });
  on('POST', '/customers/:id', change, (params, id) => {
    const found = liveCustomer(calls, id);
    const changedText = (next: string | undefined, old: string | null) =>
      next === undefined ? old : next || null;
    Object.assign(found, {
      email: changedText(params.email, found.email),
      name: changedText(params.name, found.name),
      phone: changedText(params.phone, found.phone),
      description: changedText(params.description, found.description),
      preferred_locales: params.preferred_locales ?? found.preferred_locales,
      balance: params.balance ?? found.balance,
      metadata: mergeMetadata(found.metadata, params.metadata),
    });
    const card = params.invoice_settings?.default_payment_method;
    if (card !== undefined) {
      if (store.get('payment_method', card)?.customer !== id)
        throw missing('PaymentMethod', card, 'invoice_settings');
      found.invoice_settings.default_payment_method = card;
    }
    account.emit('customer.updated', found);
    return present(found, account);
  });
  on('DELETE', '/customers/:id', z.object({}), (_params, id) => {
    const found = liveCustomer(calls, id);
    for (const subscription of store.all('subscription'))
      if (subscription.customer === id && subscription.status !== 'canceled')
        endSubscription(account, subscription, 'cancellation_requested');
    account.emit('customer.deleted', found);
    found.sandbox.deleted = true;
    return present(found, account);
  });
  on('GET', '/customers', z.object({ ...listParams, email: text }), ({ email: wanted, ...params }) => {
    const objects = store
      .all('customer')
      .filter(({ sandbox, email: own }) => !sandbox.deleted && (wanted === undefined || own === wanted));
    return pageOf(account, { objects, url: '/v1/customers', params });
  });

  const methods = z.object({
    ...listParams,
    customer: z.string().optional(),
    type: z.literal('card').optional(),
  });
  on('GET', '/payment_methods', methods, ({ customer, type: _card, ...params }) => {
    const objects = store.all('payment_method').filter((one) => one.customer === customer);
    return pageOf(account, { objects, url: '/v1/payment_methods', params });
  });
  on(
    'GET',
    '/customers/:id/payment_methods',
    z.object({ ...listParams, type: z.literal('card').optional() }),
    (params, id) => {
      const objects = store
        .all('payment_method')
        .filter(({ customer }) => customer === liveCustomer(calls, id).id);
      return pageOf(account, { objects, url: `/v1/customers/${id}/payment_methods`, params });
    },
  );
  on('GET', '/payment_methods/:id', z.object({}), (_params, id) => {
    const found = store.get('payment_method', id);
    if (found === undefined) throw missing('PaymentMethod', id);
    return present(found, account);
  });
}
