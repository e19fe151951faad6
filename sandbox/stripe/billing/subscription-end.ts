import type { Account } from '../account.ts';
import type { Subscription, SubscriptionStatus } from '../objects/subscription.ts';
import { present } from '../present.ts';

/** Runs a change and tells of it, with what each changed field held before, as Stripe's events do. */
export function changed(account: Account, subscription: Subscription, change: () => void) {
  const before = present(subscription, account);
  change();
  const after = present(subscription, account);
  const previous = Object.fromEntries(
    Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(after[key])),
  );
  if (Object.keys(previous).length > 0) account.emit('customer.subscription.updated', subscription, previous);
}

export function setStatus(account: Account, subscription: Subscription, status: SubscriptionStatus) {
  changed(account, subscription, () => {
    subscription.status = status;
  });
}

/** Its open invoices stay, and are no longer collected by themselves. */
export function endSubscription(
  account: Account,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
) {
  const now = account.now();
  for (const invoice of account.store.all('invoice')) {
    if (invoice.parent.subscription_details.subscription !== subscription.id || invoice.status !== 'open')
      continue;
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
  }
  subscription.status = 'canceled';
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.cancellation_details.reason ??= reason;
  subscription.sandbox.pendingLines = [];
  account.emit('customer.subscription.deleted', subscription);
}
