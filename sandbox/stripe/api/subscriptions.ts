import { z } from 'zod';
import { show } from '../account.ts';
import { endSubscription } from '../billing/collect.ts';
import { oneItem } from '../billing/invoices.ts';
import { changePrice } from '../billing/subscriptions.ts';
import type { ObjectOf } from '../objects.ts';
import { missing, refused } from '../stripe-fault.ts';
import { type Calls, pageOf } from './calls.ts';
import { flag, integer, listParams } from './parameters.ts';

const endParams = z.object({
  cancel_at_period_end: flag.optional(),
  cancel_at: z.union([z.literal(''), integer]).optional(),
});

/** The product sends only changes of price that Stripe bills immediately, and that a declined card prevents. */
const changeParams = endParams.extend({
  items: z.tuple([z.strictObject({ id: z.string(), price: z.string() })]).optional(),
  proration_behavior: z.literal('always_invoice').optional(),
  payment_behavior: z.literal('error_if_incomplete').optional(),
  expand: z.tuple([z.literal('latest_invoice')]).optional(),
});

function setEnd(subscription: ObjectOf<'subscription'>, params: z.infer<typeof endParams>, now: number) {
  const { cancel_at_period_end: atPeriodEnd, cancel_at: date } = params;
  const end = (at: number | null, isPeriodEnd: boolean) => {
    subscription.cancel_at_period_end = isPeriodEnd;
    subscription.cancel_at = at;
    subscription.canceled_at = at === null ? null : now;
    subscription.cancellation_details.reason = at === null ? null : 'cancellation_requested';
  };
  if (atPeriodEnd === true) end(oneItem(subscription).current_period_end, true);
  // As at Stripe, `false` does not remove an end on a fixed date. Only an empty `cancel_at` removes it.
  else if (atPeriodEnd === false && subscription.cancel_at_period_end) end(null, false);
  else if (date === '') end(null, false);
  else if (date !== undefined) end(date, false);
}

export function subscriptionCalls({ account, on }: Calls) {
  on('GET', '/subscriptions/:id', z.object({}), (_params, id) =>
    show(account, account.get('subscription', id)),
  );
  on('POST', '/subscriptions/:id', changeParams, (params, id) => {
    const subscription = account.get('subscription', id);
    if (subscription.status === 'canceled') throw refused('The subscription is canceled.');
    const { items, proration_behavior: proration, payment_behavior: payment } = params;
    if (items !== undefined) {
      if (proration === undefined || payment === undefined)
        throw refused('The sandbox changes a price only with always_invoice and error_if_incomplete.');
      if (items[0].id !== oneItem(subscription).id) throw missing('subscription item', items[0].id);
      const price = account.get('price', items[0].price);
      if (!price.active) throw refused('The price is inactive.');
      changePrice(account, subscription, price);
    }
    setEnd(subscription, params, account.now());
    account.emit('customer.subscription.updated', subscription);
    return show(account, subscription, params.expand);
  });

  const never = z.literal('false').optional();
  on('DELETE', '/subscriptions/:id', z.object({ invoice_now: never, prorate: never }), (_params, id) => {
    const subscription = account.get('subscription', id);
    if (subscription.status === 'canceled') throw missing('subscription', id);
    subscription.canceled_at = account.now();
    subscription.cancel_at_period_end = false;
    subscription.cancel_at = null;
    endSubscription(account, subscription, 'cancellation_requested');
    return show(account, subscription);
  });

  const list = z.object({ ...listParams, customer: z.string(), status: z.literal('all').optional() });
  on('GET', '/subscriptions', list, ({ customer, status, ...params }) => {
    const subscriptions = account
      .all('subscription')
      .filter((one) => one.customer === customer && (status === 'all' || one.status !== 'canceled'));
    return pageOf(account, subscriptions, { url: '/v1/subscriptions', params });
  });
}
