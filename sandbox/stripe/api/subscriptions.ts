import { z } from 'zod';
import { changeItems } from '../billing/change.ts';
import { billNow, prorationLine } from '../billing/invoices.ts';
import { changed, endSubscription } from '../billing/subscription-end.ts';
import { mergeMetadata } from '../objects/object.ts';
import type { Subscription } from '../objects/subscription.ts';
import { present } from '../present.ts';
import { missing, refused } from '../stripe-fault.ts';
import type { Calls } from './answer.ts';
import { pageOf } from './page-of.ts';
import { changedItem, emptyable, flag, integer, listParams, metadata, prorationBehavior } from './params.ts';

const details = z.strictObject({ comment: z.string().optional(), feedback: z.string().optional() });

const change = z.object({
  items: z.array(changedItem).optional(),
  proration_behavior: prorationBehavior,
  payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete']).default('allow_incomplete'),
  cancel_at_period_end: flag.optional(),
  cancel_at: emptyable(z.union([integer, z.enum(['min_period_end', 'max_period_end'])])).optional(),
  cancellation_details: details.optional(),
  default_payment_method: z.string().optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
});
type Change = z.infer<typeof change>;

function setEnd(subscription: Subscription, params: Change, now: number) {
  const periodEnd = Math.min(...subscription.items.map(({ current_period_end: end }) => end));
  const end = (at: number | null, atPeriodEnd: boolean) => {
    subscription.cancel_at_period_end = atPeriodEnd;
    subscription.cancel_at = at;
    subscription.canceled_at = at === null ? null : now;
    subscription.cancellation_details.reason = at === null ? null : 'cancellation_requested';
  };
  if (params.cancel_at_period_end === true && !subscription.cancel_at_period_end) end(periodEnd, true);
  // An end that was set to a date stays.
  else if (params.cancel_at_period_end === false) {
    if (subscription.cancel_at_period_end) end(null, false);
  } else if (params.cancel_at === '') end(null, false);
  else if (params.cancel_at !== undefined)
    end(typeof params.cancel_at === 'number' ? params.cancel_at : periodEnd, false);
  Object.assign(subscription.cancellation_details, params.cancellation_details);
}

export function subscriptionCalls({ account, on }: Calls) {
  const { store, now } = account;
  const subscription = (id: string) => {
    const found = store.get('subscription', id);
    if (found === undefined) throw missing('subscription', id);
    return found;
  };

  on('GET', '/subscriptions/:id', z.object({}), (_params, id) => present(subscription(id), account));
  on('POST', '/subscriptions/:id', change, (params, id) => {
    const found = subscription(id);
    const { items, cancel_at_period_end: atPeriodEnd, cancel_at: cancelAt } = params;
    if (found.status === 'canceled' && (items ?? atPeriodEnd ?? cancelAt) !== undefined)
      throw refused('A canceled subscription can only update its cancellation_details and metadata.');
    const card = params.default_payment_method;
    if (card !== undefined && store.get('payment_method', card)?.customer !== found.customer)
      throw missing('PaymentMethod', card, 'default_payment_method');
    // First what may be refused.
    if (items !== undefined)
      changeItems(account, found, {
        items,
        prorationBehavior: params.proration_behavior,
        paymentBehavior: params.payment_behavior,
      });
    changed(account, found, () => {
      setEnd(found, params, now());
      found.default_payment_method = card ?? found.default_payment_method;
      found.description = params.description === undefined ? found.description : params.description || null;
      found.metadata = mergeMetadata(found.metadata, params.metadata);
    });
    return present(found, account);
  });

  const cancel = z.object({
    cancellation_details: details.optional(),
    invoice_now: flag.default(false),
    prorate: flag.default(false),
  });
  on('DELETE', '/subscriptions/:id', cancel, (params, id) => {
    const found = subscription(id);
    if (found.status === 'canceled') throw missing('subscription', id);
    const at = now();
    if (params.prorate)
      found.sandbox.pendingLines.push(
        ...found.items.map((one) => prorationLine(account, { item: one, at, sign: -1 })),
      );
    if (params.invoice_now && found.sandbox.pendingLines.length > 0)
      billNow(account, {
        subscription: found,
        reason: 'subscription_update',
        lines: [],
        period: { start: at, end: at },
      });
    Object.assign(found.cancellation_details, params.cancellation_details);
    // It ends now, whatever end was set before.
    found.canceled_at = at;
    found.cancel_at_period_end = false;
    found.cancel_at = null;
    endSubscription(account, found, 'cancellation_requested');
    return present(found, account);
  });

  const list = z.object({
    ...listParams,
    customer: z.string().optional(),
    price: z.string().optional(),
    status: z
      .enum([
        'active',
        'past_due',
        'unpaid',
        'canceled',
        'incomplete',
        'incomplete_expired',
        'trialing',
        'paused',
        'all',
        'ended',
      ])
      .optional(),
  });
  on('GET', '/subscriptions', list, ({ customer, price, status, ...params }) => {
    const wanted = (own: string) => {
      if (status === 'all') return true;
      if (status === 'ended') return own === 'canceled' || own === 'incomplete_expired';
      return status === undefined ? own !== 'canceled' : own === status;
    };
    const objects = store
      .all('subscription')
      .filter(
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (price === undefined || one.items.some((own) => own.price === price)) &&
          wanted(one.status),
      );
    return pageOf(account, { objects, url: '/v1/subscriptions', params });
  });
}
