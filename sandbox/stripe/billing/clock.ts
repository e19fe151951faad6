import type { Account } from '../account.ts';
import { collect, endSubscription } from './collect.ts';
import { oneItem } from './invoices.ts';
import { expireSession, renew } from './subscriptions.ts';

/** Limits the work when a caller moves the clock by centuries. */
const maxSteps = 5_000;

type Due = { at: number; work: () => void };

function duesOf(account: Account): Due[] {
  const dues: Due[] = [];
  for (const subscription of account.all('subscription')) {
    if (subscription.status === 'canceled') continue;
    const end = oneItem(subscription).current_period_end;
    const { cancel_at: cancelAt } = subscription;
    dues.push(
      cancelAt !== null && cancelAt <= end
        ? { at: cancelAt, work: () => endSubscription(account, subscription, 'cancellation_requested') }
        : { at: end, work: () => renew(account, subscription) },
    );
  }
  for (const invoice of account.all('invoice'))
    if (invoice.status === 'open' && invoice.next_payment_attempt !== null)
      dues.push({ at: invoice.next_payment_attempt, work: () => collect(account, invoice) });
  for (const session of account.all('checkout.session'))
    if (session.status === 'open')
      dues.push({ at: session.expires_at, work: () => expireSession(account, session) });
  return dues;
}

/** Runs the work that fell due since the last call, each item at its own time. Returns whether it ran any. */
export function catchUp(account: Account): boolean {
  const now = account.now();
  for (let step = 0; step < maxSteps; step += 1) {
    const [first] = duesOf(account)
      .filter(({ at }) => at <= now)
      .toSorted((one, other) => one.at - other.at);
    if (first === undefined) return step > 0;
    account.at(first.at, first.work);
  }
  return true;
}
