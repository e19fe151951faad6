import { z } from 'zod';
import { expireSession } from '../billing/subscribe.ts';
import { newId } from '../ids.ts';
import { newPortalSession, newSession } from '../objects/session.ts';
import { present, sessionLines } from '../present.ts';
import { missing, refused } from '../stripe-fault.ts';
import type { Calls } from './answer.ts';
import { liveCustomer } from './customers.ts';
import { pageOf } from './page-of.ts';
import { flag, fullMetadata, integer, listParams } from './params.ts';

const maxOpenSeconds = 24 * 3_600;
const minOpenSeconds = 30 * 60;

const line = z.strictObject({ price: z.string(), quantity: integer.pipe(z.number().min(1)).default(1) });

const create = z.object({
  mode: z.literal('subscription'),
  line_items: z.array(line).min(1),
  customer: z.string().optional(),
  customer_email: z.email().optional(),
  client_reference_id: z.string().max(200).optional(),
  metadata: fullMetadata,
  subscription_data: z
    .strictObject({ metadata: fullMetadata, description: z.string().optional() })
    .optional(),
  locale: z.string().optional(),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  expires_at: integer.optional(),
  // What a real page would show differently, and this one does not.
  allowed_payment_method_types: z.array(z.string()).optional(),
  payment_method_collection: z.literal('always').optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  allow_promotion_codes: flag.optional(),
  submit_type: z.string().optional(),
  ui_mode: z.enum(['hosted', 'hosted_page']).optional(),
  customer_update: z.record(z.string(), z.string()).optional(),
});

/** A page is open between half an hour and a day. */
function checkExpiry(at: number | undefined, now: number) {
  if (at === undefined || (at >= now + minOpenSeconds - 5 && at <= now + maxOpenSeconds)) return;
  throw refused(
    'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    {
      param: 'expires_at',
    },
  );
}

export function checkoutCalls(calls: Calls) {
  const { account, on } = calls;
  const { store, now } = account;
  const session = (id: string) => {
    const found = store.get('checkout.session', id);
    if (found === undefined) throw missing('checkout.session', id);
    return found;
  };

  on('POST', '/checkout/sessions', create, (params) => {
    if (params.customer !== undefined && params.customer_email !== undefined)
      throw refused('You may only specify one of these parameters: customer, customer_email.');
    if (params.customer !== undefined) liveCustomer(calls, params.customer, 'customer');
    checkExpiry(params.expires_at, now());
    const prices = params.line_items.map(({ price }, index) => {
      const found = store.get('price', price);
      const param = `line_items[${index}][price]`;
      if (found === undefined) throw missing('price', price, param);
      if (!found.active)
        throw refused('The price specified is inactive. This field only accepts active prices.', { param });
      return found;
    });
    if (!prices.some(({ recurring }) => recurring))
      throw refused(
        'You must provide at least one recurring price in `subscription` mode when using prices.',
      );
    const lines = params.line_items.map((one) => ({ id: newId('li'), ...one }));
    const made = newSession(
      {
        customer: params.customer ?? null,
        customerEmail: params.customer_email ?? null,
        clientReferenceId: params.client_reference_id ?? null,
        metadata: params.metadata,
        subscriptionMetadata: params.subscription_data?.metadata ?? {},
        locale: params.locale ?? null,
        successUrl: params.success_url,
        cancelUrl: params.cancel_url ?? null,
        expiresAt: params.expires_at,
        lines,
        amount: lines.reduce(
          (sum, { quantity }, index) => sum + (prices[index]?.unit_amount ?? 0) * quantity,
          0,
        ),
        currency: prices[0]?.currency ?? 'brl',
      },
      { now: now() },
    );
    return present(store.add(made), account);
  });
  on('GET', '/checkout/sessions/:id', z.object({}), (_params, id) => present(session(id), account));
  on('GET', '/checkout/sessions/:id/line_items', z.object({ limit: integer.optional() }), (_params, id) =>
    sessionLines(session(id).id, account),
  );
  on('POST', '/checkout/sessions/:id/expire', z.object({}), (_params, id) => {
    const found = session(id);
    if (found.status !== 'open')
      throw refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${found.status}.`,
      );
    expireSession(account, found);
    return present(found, account);
  });
  const list = z.object({
    ...listParams,
    customer: z.string().optional(),
    subscription: z.string().optional(),
    payment_intent: z.string().optional(),
    status: z.enum(['open', 'complete', 'expired']).optional(),
  });
  on(
    'GET',
    '/checkout/sessions',
    list,
    ({ customer, subscription, payment_intent: intent, status, ...params }) => {
      const objects = store
        .all('checkout.session')
        .filter(
          (one) =>
            (customer === undefined || one.customer === customer) &&
            (subscription === undefined || one.subscription === subscription) &&
            intent === undefined &&
            (status === undefined || one.status === status),
        );
      return pageOf(account, { objects, url: '/v1/checkout/sessions', params });
    },
  );

  const portal = z.object({
    customer: z.string(),
    return_url: z.url().optional(),
    locale: z.string().optional(),
    configuration: z.string().optional(),
  });
  on('POST', '/billing_portal/sessions', portal, ({ customer, return_url: returnUrl, locale }) => {
    const { id } = liveCustomer(calls, customer, 'customer');
    const made = newPortalSession(
      { customer: id, returnUrl: returnUrl ?? null, locale: locale ?? null },
      { now: now() },
    );
    return present(store.add(made), account);
  });
}
