import type { Account } from '../account.ts';
import type { Subscription } from '../objects/subscription.ts';
import { periodEnd } from '../periods.ts';
import { billNow, collect, periodLine, priceOf } from './invoices.ts';
import { expireSession } from './subscribe.ts';
import { changed, endSubscription } from './subscription-end.ts';

/** Against a clock moved by centuries. */
const maxSteps = 5_000;

type Due = { at: number; work: () => void };

const runs = ({ status }: Subscription) => status === 'active' || status === 'past_due';

const endOf = ({ items }: Subscription) =>
  Math.min(...items.map(({ current_period_end }) => current_period_end));

function renew(account: Account, subscription: Subscription) {
  const end = endOf(subscription);
  const [first] = subscription.items;
  const period = { start: first?.current_period_start ?? end, end };
  changed(account, subscription, () => {
    for (const item of subscription.items) {
      const { recurring } = priceOf(account, item);
      if (recurring === null) continue;
      item.current_period_start = end;
      item.current_period_end = periodEnd(recurring, subscription.billing_cycle_anchor, end);
    }
  });
  const lines = subscription.items.map((item) => periodLine(account, item));
  billNow(account, { subscription, reason: 'subscription_cycle', lines, period });
}

function dues(account: Account): Due[] {
  const { store } = account;
  const found: Due[] = [];
  for (const subscription of store.all('subscription').filter(runs)) {
    const end = endOf(subscription);
    // What ends with its period is not renewed first.
    if (subscription.cancel_at !== null && subscription.cancel_at <= end)
      found.push({
        at: subscription.cancel_at,
        work: () => endSubscription(account, subscription, 'cancellation_requested'),
      });
    else found.push({ at: end, work: () => renew(account, subscription) });
  }
  for (const invoice of store.all('invoice'))
    if (invoice.status === 'open' && invoice.next_payment_attempt !== null)
      found.push({ at: invoice.next_payment_attempt, work: () => collect(account, invoice) });
  for (const session of store.all('checkout.session'))
    if (session.status === 'open')
      found.push({ at: session.expires_at, work: () => expireSession(account, session) });
  return found;
}

/** Does what has come due since it was last asked, each thing at its own moment. Says whether there was any. */
export function catchUp(account: Account): boolean {
  const now = account.now();
  for (let step = 0; step < maxSteps; step += 1) {
    const due = dues(account)
      .filter(({ at }) => at <= now)
      .reduce<Due | undefined>((first, one) => (first && first.at <= one.at ? first : one), undefined);
    if (due === undefined) return step > 0;
    account.at(due.at, due.work);
  }
  return true;
}
