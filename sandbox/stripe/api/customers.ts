import { z } from 'zod';
import { type Account, show } from '../account.ts';
import { endSubscription } from '../billing/collect.ts';
import { fromFixture } from '../objects.ts';
import { missing } from '../stripe-fault.ts';
import { type Calls, pageOf } from './calls.ts';
import { integer, listParams, metadata } from './parameters.ts';

export function liveCustomer(account: Account, id: string) {
  const customer = account.get('customer', id);
  if (customer.sandbox.isDeleted) throw missing('customer', id);
  return customer;
}

export function customerCalls({ account, on }: Calls) {
  const email = z.email({ pattern: z.regexes.html5Email });
  const create = z.object({
    email,
    name: z.string(),
    preferred_locales: z.array(z.string()),
    metadata,
  });
  on('POST', '/customers', create, (params) => {
    const customer = fromFixture('customer', {
      ...params,
      created: account.now(),
      sandbox: { isDeleted: false, failNextPayments: 0, card: '4242' },
    });
    return show(account, account.add(customer));
  });
  on('GET', '/customers/:id', z.object({}), (_params, id) => show(account, account.get('customer', id)));
  const change = z.object({
    email: email.optional(),
    balance: integer.optional(),
    metadata: metadata.optional(),
  });
  on('POST', '/customers/:id', change, (params, id) => {
    const customer = liveCustomer(account, id);
    Object.assign(customer, params, { metadata: { ...customer.metadata, ...params.metadata } });
    account.emit('customer.updated', customer);
    return show(account, customer);
  });
  on('DELETE', '/customers/:id', z.object({}), (_params, id) => {
    const customer = liveCustomer(account, id);
    for (const subscription of account.all('subscription'))
      if (subscription.customer === id && subscription.status !== 'canceled')
        endSubscription(account, subscription, 'cancellation_requested');
    account.emit('customer.deleted', customer);
    customer.sandbox.isDeleted = true;
    return show(account, customer);
  });
  on('GET', '/customers', z.object({ ...listParams, email: email.optional() }), ({ email, ...params }) => {
    const customers = account
      .all('customer')
      .filter((one) => !one.sandbox.isDeleted && (email === undefined || one.email === email));
    return pageOf(account, customers, { url: '/v1/customers', params });
  });
}
