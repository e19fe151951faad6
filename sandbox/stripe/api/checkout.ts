import { z } from 'zod';
import { show } from '../account.ts';
import { expireSession } from '../billing/subscriptions.ts';
import { fromFixture } from '../objects.ts';
import { refused } from '../stripe-fault.ts';
import { type Calls, pageOf } from './calls.ts';
import { liveCustomer } from './customers.ts';
import { listParams, metadata } from './parameters.ts';

const openSeconds = 24 * 3_600;

const create = z.object({
  mode: z.literal('subscription'),
  line_items: z.tuple([z.strictObject({ price: z.string(), quantity: z.literal('1') })]),
  customer: z.string(),
  client_reference_id: z.string().max(200),
  metadata,
  subscription_data: z.strictObject({ metadata }),
  allowed_payment_method_types: z.tuple([z.literal('card')]),
  locale: z.string(),
  success_url: z.url(),
  cancel_url: z.url(),
});

function sessionCalls({ account, on }: Calls) {
  on('POST', '/checkout/sessions', create, (params) => {
    liveCustomer(account, params.customer);
    const price = account.get('price', params.line_items[0].price);
    if (!price.active) throw refused('The price is inactive.');
    const created = account.now();
    const session = fromFixture('checkout.session', {
      created,
      expires_at: created + openSeconds,
      customer: params.customer,
      subscription: null,
      client_reference_id: params.client_reference_id,
      metadata: params.metadata,
      locale: params.locale,
      success_url: params.success_url,
      cancel_url: params.cancel_url,
      amount_subtotal: price.unit_amount,
      amount_total: price.unit_amount,
      sandbox: { price: price.id, subscriptionMetadata: params.subscription_data.metadata },
    });
    return show(account, account.add(session));
  });
  on('POST', '/checkout/sessions/:id/expire', z.object({}), (_params, id) => {
    const session = account.get('checkout.session', id);
    if (session.status !== 'open') throw refused(`The session is ${session.status}, not open.`);
    expireSession(account, session);
    return show(account, session);
  });
  const list = z.object({ ...listParams, customer: z.string(), status: z.literal('open') });
  on('GET', '/checkout/sessions', list, ({ customer, status, ...params }) => {
    const sessions = account
      .all('checkout.session')
      .filter((one) => one.customer === customer && one.status === status);
    return pageOf(account, sessions, { url: '/v1/checkout/sessions', params });
  });
}

export function checkoutCalls(calls: Calls) {
  sessionCalls(calls);
  const { account, on } = calls;
  const portal = z.object({ customer: z.string(), return_url: z.url(), locale: z.string() });
  on('POST', '/billing_portal/sessions', portal, (params) => {
    liveCustomer(account, params.customer);
    const session = fromFixture('billing_portal.session', { ...params, created: account.now() });
    return show(account, account.add(session));
  });
}
