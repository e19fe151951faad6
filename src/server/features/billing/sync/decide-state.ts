import { graceDays, type SubscriptionStatus } from '#contract/billing.ts';
import type { CustomerFacts, SubscriptionFacts } from '../../../adapters/payments/payments.ts';

const dayMs = 86_400_000;

export type BillingDecision = Readonly<{
  /** What is allowed: goes into the profile. */
  plan: string;
  status: SubscriptionStatus;
  subscription: SubscriptionFacts | undefined;
  graceUntil: Date | undefined;
  /** The payment that failed, while it is owed. */
  debtInvoiceId: string | undefined;
  /** Paid for beside the one that counts: somebody has to look at it. */
  surplus: readonly SubscriptionFacts[];
  /** Paid for at a price that stands for no plan of ours. */
  unknown: readonly SubscriptionFacts[];
}>;

type Options = { plans: ReadonlyMap<string, { hoursPerMonth: number }>; now: Date };

const paidStatuses: readonly SubscriptionFacts['status'][] = ['active', 'trialing'];
/** Unpaid is past due for long: a payment would still bring it back. */
const liveStatuses: readonly SubscriptionFacts['status'][] = [...paidStatuses, 'past_due', 'unpaid'];

/** Runs, or will once its payment comes: as long as there is one, there is no second. */
export const isLive = ({ status }: SubscriptionFacts) => liveStatuses.includes(status);
const isPaid = ({ status }: SubscriptionFacts) => paidStatuses.includes(status);

export function oldestDebt({ debts }: CustomerFacts, { id }: SubscriptionFacts) {
  return debts
    .filter(({ subscriptionId }) => subscriptionId === id)
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
    .at(0);
}

/** From what Stripe says and the clock to what we say, and from nothing else: so any order of news ends in the same. */
export function decideState(facts: CustomerFacts, { plans, now }: Options): BillingDecision {
  const live = facts.subscriptions.filter((each) => isLive(each) && each.givenBackPayment === undefined);
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
  // Without an open invoice the vendor owes us the reason; the period that is unpaid began with its end before.
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
