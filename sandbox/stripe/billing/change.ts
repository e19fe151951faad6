import type { Account } from '../account.ts';
import {
  newSubscriptionItem,
  type PendingLine,
  type Subscription,
  type SubscriptionItem,
} from '../objects/subscription.ts';
import { periodEnd, sameRhythm } from '../periods.ts';
import { missing, refused, StripeFault } from '../stripe-fault.ts';
import { billNow, periodLine, priceOf, prorationLine } from './invoices.ts';
import { changed } from './subscription-end.ts';

export type ItemChange = {
  id?: string | undefined;
  price?: string | undefined;
  quantity?: number | undefined;
  deleted?: boolean | undefined;
};
export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none';
export type PaymentBehavior = 'allow_incomplete' | 'error_if_incomplete';

type Options = {
  items: ItemChange[];
  prorationBehavior: ProrationBehavior;
  paymentBehavior: PaymentBehavior;
};

function checkPrice(account: Account, subscription: Subscription, id: string, index: number) {
  const param = `items[${index}][price]`;
  const price = account.store.get('price', id);
  if (price === undefined) throw missing('price', id, param);
  if (!price.active)
    throw refused(`The price specified is inactive. This field only accepts active prices.`, { param });
  if (price.recurring === null)
    throw refused(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param },
    );
  if (price.currency !== subscription.currency)
    throw refused('The currency of the price must match the currency of the subscription.', { param });
  return price;
}

/** The items as they will be; the old ones are left as they were. */
function nextItems(account: Account, subscription: Subscription, changes: ItemChange[]) {
  const now = account.now();
  let items = subscription.items.map((item) => ({ ...item }));
  for (const [index, change] of changes.entries()) {
    const price =
      change.price === undefined ? undefined : checkPrice(account, subscription, change.price, index);
    if (change.id === undefined) {
      if (price?.recurring == null)
        throw refused('Missing required param: items[0][price].', { code: 'parameter_missing' });
      if (items.some((item) => item.price === price.id))
        throw refused(`Cannot add multiple subscription items with the same plan: ${price.id}`, {
          param: `items[${index}][price]`,
        });
      const [first] = subscription.items;
      const start = first?.current_period_start ?? now;
      const end = first?.current_period_end ?? periodEnd(price.recurring, now, now);
      const made = {
        price: price.id,
        quantity: change.quantity ?? 1,
        subscription: subscription.id,
        start,
        end,
      };
      items.push(newSubscriptionItem(made, { now }));
      continue;
    }
    const item = items.find(({ id }) => id === change.id);
    if (item === undefined) throw missing('subscription item', change.id, `items[${index}][id]`);
    if (change.deleted) items = items.filter(({ id }) => id !== change.id);
    else Object.assign(item, { price: price?.id ?? item.price, quantity: change.quantity ?? item.quantity });
  }
  if (items.length === 0) throw refused('A subscription must have at least one active plan.');
  const [first] = items;
  const rhythm = first && priceOf(account, first).recurring;
  if (rhythm && items.some((item) => !sameRhythm(priceOf(account, item).recurring ?? rhythm, rhythm)))
    throw refused(
      'All prices on a subscription must have the same `recurring.interval` and `recurring.interval_count`.',
    );
  return items;
}

type Planned = { items: SubscriptionItem[]; lines: PendingLine[]; restartsUntil: number | undefined };

/**
 * A change of price: unused time goes back, the new price is due; another rhythm begins a new period today. Nothing is
 * changed yet; undefined where nothing would be.
 */
export function plannedChange(
  account: Account,
  subscription: Subscription,
  options: Pick<Options, 'items' | 'prorationBehavior'>,
): Planned | undefined {
  const now = account.now();
  const old = subscription.items;
  const items = nextItems(account, subscription, options.items);
  const touched = (one: (typeof items)[number], others: typeof items) =>
    !others.some(
      ({ id, price, quantity }) => id === one.id && price === one.price && quantity === one.quantity,
    );
  const gone = old.filter((item) => touched(item, items));
  const come = items.filter((item) => touched(item, old));
  if (gone.length === 0 && come.length === 0) return undefined;

  const [firstOld, firstNew] = [old[0], items[0]];
  const oldRhythm = firstOld && priceOf(account, firstOld).recurring;
  const newRhythm = firstNew && priceOf(account, firstNew).recurring;
  const lines: PendingLine[] = [];
  if (options.prorationBehavior !== 'none')
    lines.push(...gone.map((item) => prorationLine(account, { item, at: now, sign: -1 })));
  if (oldRhythm && newRhythm && !sameRhythm(oldRhythm, newRhythm)) {
    const end = periodEnd(newRhythm, now, now);
    for (const item of items) Object.assign(item, { current_period_start: now, current_period_end: end });
    lines.push(...items.map((item) => periodLine(account, item)));
    return { items, lines, restartsUntil: end };
  }
  if (options.prorationBehavior !== 'none')
    lines.push(...come.map((item) => prorationLine(account, { item, at: now, sign: 1 })));
  return { items, lines, restartsUntil: undefined };
}

export function changeItems(account: Account, subscription: Subscription, options: Options) {
  const now = account.now();
  const planned = plannedChange(account, subscription, options);
  if (planned === undefined) return;
  const { items, lines, restartsUntil } = planned;
  const back = account.store.mark();
  changed(account, subscription, () => {
    subscription.items = items;
    if (restartsUntil === undefined) return;
    subscription.billing_cycle_anchor = now;
    if (subscription.cancel_at_period_end) subscription.cancel_at = restartsUntil;
  });
  if (restartsUntil === undefined && options.prorationBehavior !== 'always_invoice') {
    subscription.sandbox.pendingLines.push(...lines);
    return;
  }
  const { paid } = billNow(account, {
    subscription,
    reason: 'subscription_update',
    lines,
    period: { start: now, end: now },
  });
  if (paid || options.paymentBehavior === 'allow_incomplete') return;
  back();
  throw new StripeFault(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  });
}
