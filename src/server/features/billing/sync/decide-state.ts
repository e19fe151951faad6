import { graceDays, type SubscriptionStatus } from '#contract/billing.ts';
import { dayMs } from '#domain/format/durations.ts';
import type { CustomerFacts, SubscriptionFacts } from '#server/adapters/payments/payments.ts';

export type BillingDecision = Readonly<{
  /** The granted plan, which goes into the profile. */
  plan: string;
  status: SubscriptionStatus;
  subscription: SubscriptionFacts | undefined;
  graceUntil: Date | undefined;
  /** The failed payment, until it is paid. */
  debtInvoiceId: string | undefined;
  /** Further paid subscriptions: an operator has to look at them. */
  surplus: readonly SubscriptionFacts[];
  /** Paid subscriptions at a price that belongs to no plan. */
  unknown: readonly SubscriptionFacts[];
}>;

type Options = { plans: ReadonlyMap<string, { hoursPerMonth: number }>; now: Date };

const paidStatuses: readonly SubscriptionFacts['status'][] = ['active', 'trialing'];
/** "unpaid" is a long "past_due": a payment would still revive the subscription. */
const liveStatuses: readonly SubscriptionFacts['status'][] = [...paidStatuses, 'past_due', 'unpaid'];

/** Runs, or will run once its payment arrives. While one is live, the user cannot start a second. */
export const isLive = ({ status }: SubscriptionFacts) => liveStatuses.includes(status);
const isPaid = ({ status }: SubscriptionFacts) => paidStatuses.includes(status);

function oldestDebt({ debts }: CustomerFacts, { id }: SubscriptionFacts) {
  return debts
    .filter(({ subscriptionId }) => subscriptionId === id)
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
    .at(0);
}

/** Depends only on Stripe's facts and the clock, so events in any order lead to the same state. */
export function decideState(facts: CustomerFacts, { plans, now }: Options): BillingDecision {
  const live = facts.subscriptions.filter((each) => isLive(each) && each.refundedOrLostPayment === undefined);
  const known = live.filter(({ planId }) => planId !== undefined && plans.has(planId));
  const unknown = live.filter((subscription) => !known.includes(subscription));
  const rankOf = (subscription: SubscriptionFacts) => {
    const plan = plans.get(subscription.planId ?? '');
    return [
      isPaid(subscription) ? 1 : 0,
      plan?.hoursPerMonth ?? 0,
      subscription.currentPeriodEnd.getTime(),
      -subscription.createdAt.getTime(),
    ];
  };
  const [subscription, ...surplus] = known.toSorted((a, b) => {
    const [ranksA, ranksB] = [rankOf(a), rankOf(b)];
    const at = ranksA.findIndex((rank, index) => rank !== ranksB[index]);
    return at === -1 ? (a.id < b.id ? -1 : 1) : (ranksB[at] ?? 0) - (ranksA[at] ?? 0);
  });
  if (subscription === undefined)
    return {
      plan: 'free',
      status: 'none',
      subscription: undefined,
      graceUntil: undefined,
      debtInvoiceId: undefined,
      surplus: [],
      unknown,
    };
  const plan = subscription.planId ?? 'free';
  if (isPaid(subscription))
    return {
      plan,
      status: subscription.endsAt === undefined ? 'active' : 'cancels_at',
      subscription,
      graceUntil: undefined,
      debtInvoiceId: undefined,
      surplus,
      unknown,
    };
  const debt = oldestDebt(facts, subscription);
  // Stripe should list an open invoice. Without one, count the grace period from the subscription's creation.
  const graceUntil = new Date((debt?.since ?? subscription.createdAt).getTime() + graceDays * dayMs);
  return {
    plan: now < graceUntil ? plan : 'free',
    status: 'past_due',
    subscription,
    graceUntil,
    debtInvoiceId: debt?.invoiceId ?? subscription.id,
    surplus,
    unknown,
  };
}
