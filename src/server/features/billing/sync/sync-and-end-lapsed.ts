import { type BillingDeps, requirePayments } from '../billing-deps.ts';
import { isLive } from './decide-state.ts';
import { endSubscription } from './run-payment-action-once.ts';
import { type Synced, syncHeld } from './sync-held.ts';
import type { CustomerLease } from './with-customer-lease.ts';

type SyncedCustomer = Synced & { customerId: string };

/** A manual refund at Stripe, or one by the bank, ends the subscription like a refund requested here. */
async function endRefunded(
  deps: BillingDeps,
  held: CustomerLease,
  { customerId, facts }: SyncedCustomer,
): Promise<boolean> {
  const live = facts.subscriptions.filter(isLive);
  let hasEnded = false;
  for (const subscription of live) {
    const { id: subscriptionId, refundedOrLostPayment } = subscription;
    if (refundedOrLostPayment === undefined) continue;
    deps.log.warn(
      { userId: held.userId, subscriptionId },
      'the server ends a subscription whose payment was refunded',
    );
    await endSubscription(deps, held, { customerId, subscription });
    if (live.length === 1)
      await requirePayments(deps).settleCredit({
        customerId,
        subscriptionId,
        paymentIntentIds: [refundedOrLostPayment],
      });
    hasEnded = true;
  }
  return hasEnded;
}

/**
 * After seven days without a payment the plan is free, and Stripe must stop charging the card. A later payment
 * would revive the subscription, perhaps beside a new one.
 */
async function endOverdue(
  deps: BillingDeps,
  held: CustomerLease,
  { customerId, decision }: SyncedCustomer,
): Promise<boolean> {
  const { status, plan, subscription } = decision;
  if (status !== 'past_due' || plan !== 'free' || subscription === undefined) return false;
  await endSubscription(deps, held, { customerId, subscription });
  return true;
}

/** Syncs, ends at Stripe the subscriptions that have ended for us, and syncs again. */
export async function syncAndEndLapsed(deps: BillingDeps, held: CustomerLease): Promise<Synced> {
  const synced = await syncHeld(deps, held);
  const { customerId } = synced;
  if (customerId === undefined) return synced;
  const known = { ...synced, customerId };
  const hasEndedRefunded = await endRefunded(deps, held, known);
  const overdue = await endOverdue(deps, held, known);
  return hasEndedRefunded || overdue ? syncHeld(deps, held) : synced;
}
