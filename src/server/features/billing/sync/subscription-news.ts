import type { CustomerFacts, SubscriptionFacts } from '../../../adapters/payments/payments.ts';
import type { BillingDecision } from './decide-state.ts';

/** The state that the last sync wrote. */
export type WrittenState = Readonly<{
  stripeSubscriptionId: string | null;
  plan: string | null;
  status: BillingDecision['status'];
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: Date | null;
  graceUntil: Date | null;
}>;

export type EndReason = 'cancelled' | 'unpaid' | 'refunded';

/** News for the owner. Mails about a failed payment follow its invoice instead. */
export type SubscriptionNews =
  | Readonly<{ kind: 'began' | 'changed' | 'cancelled' | 'resumed'; subscription: SubscriptionFacts }>
  | Readonly<{ kind: 'ended'; plan: string; reason: EndReason }>;

const clockSkewMs = 3_600_000;

type Looking = {
  before: WrittenState;
  facts: CustomerFacts;
  decision: Pick<BillingDecision, 'status' | 'subscription'>;
  now: Date;
};

/** Stripe says that it is over. One that is paused, or at a price we do not know, may only be out of our sight. */
function isOver({ subscriptions }: CustomerFacts, id: string): boolean {
  const found = subscriptions.find((each) => each.id === id);
  if (found === undefined || found.givenBackPayment !== undefined) return true;
  return found.status === 'canceled' || found.status === 'incomplete_expired';
}

function endReason({ before, facts, now }: Looking): EndReason {
  const found = facts.subscriptions.find(({ id }) => id === before.stripeSubscriptionId);
  if (found?.givenBackPayment !== undefined) return 'refunded';
  const { status, graceUntil } = before;
  return status === 'past_due' && graceUntil !== null && graceUntil <= now ? 'unpaid' : 'cancelled';
}

function newsOfEnd(looking: Looking): SubscriptionNews[] {
  const { before, facts, now } = looking;
  const { stripeSubscriptionId: id, plan, cancelAtPeriodEnd, currentPeriodEnd } = before;
  if (id === null || plan === null || !isOver(facts, id)) return [];
  // The mail about the cancellation named this day. Stripe's clock may be a little ahead of ours.
  const endsByMs = now.getTime() + clockSkewMs;
  const wasTold = cancelAtPeriodEnd && currentPeriodEnd !== null && currentPeriodEnd.getTime() <= endsByMs;
  return wasTold ? [] : [{ kind: 'ended', plan, reason: endReason(looking) }];
}

/** The difference between what the last sync wrote and what is true now, so the same state told twice is no news. */
export function subscriptionNews(looking: Looking): SubscriptionNews[] {
  const { before, decision } = looking;
  const { subscription, status } = decision;
  if (subscription === undefined) return newsOfEnd(looking);
  const isCancelled = subscription.endsAt !== undefined;
  const isOwed = status === 'past_due';
  // A first payment that fails begins nothing.
  if (isOwed && before.stripeSubscriptionId !== subscription.id) return [];
  if (before.stripeSubscriptionId !== subscription.id)
    return [
      { kind: 'began', subscription },
      ...(isCancelled ? [{ kind: 'cancelled', subscription } as const] : []),
    ];
  const news: SubscriptionNews[] = [];
  if (before.plan !== subscription.planId) news.push({ kind: 'changed', subscription });
  if (isCancelled && !before.cancelAtPeriodEnd) news.push({ kind: 'cancelled', subscription });
  // A change of plan takes a cancellation back with it: that is one act, and one mail.
  if (!isCancelled && before.cancelAtPeriodEnd && news.length === 0)
    news.push({ kind: 'resumed', subscription });
  return news;
}
