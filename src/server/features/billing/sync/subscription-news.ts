import { and, eq, gte, inArray, isNull, lte, or } from 'drizzle-orm';
import { hourMs } from '#domain/format/durations.ts';
import { planTitle } from '#domain/plans.ts';
import { findUser } from '#server/adapters/auth/account-rows.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { billingAudit } from '#server/adapters/db/schema/billing.ts';
import { plans } from '#server/adapters/db/schema/plans.ts';
import type { CustomerFacts, SubscriptionFacts } from '#server/adapters/payments/payments.ts';
import type { Deps } from '#server/deps.ts';
import type { Mail } from '#server/features/mail/mail.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import type { BillingDecision } from './decide-state.ts';

/** The state that the last sync wrote. */
type SavedBillingState = Readonly<{
  stripeSubscriptionId: string | null;
  plan: string | null;
  status: BillingDecision['status'];
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: Date | null;
  graceUntil: Date | null;
}>;

export type EndReason = 'cancelled' | 'unpaid' | 'refunded';

/** News for the owner. Mails about a failed payment follow its invoice instead. */
type SubscriptionNews =
  | Readonly<{ kind: 'began' | 'changed' | 'cancelled' | 'resumed'; subscription: SubscriptionFacts }>
  | Readonly<{ kind: 'ended'; plan: string; reason: EndReason }>;

const clockSkewMs = hourMs;

type StateChange = {
  before: SavedBillingState;
  facts: CustomerFacts;
  decision: Pick<BillingDecision, 'status' | 'subscription'>;
  now: Date;
};

/** True if Stripe reports the end. A paused subscription, or one at an unknown price, has not ended. */
function isOver({ subscriptions }: CustomerFacts, id: string): boolean {
  const found = subscriptions.find((each) => each.id === id);
  if (found === undefined || found.refundedOrLostPayment !== undefined) return true;
  return found.status === 'canceled' || found.status === 'incomplete_expired';
}

function endReason({ before, facts, now }: StateChange): EndReason {
  const found = facts.subscriptions.find(({ id }) => id === before.stripeSubscriptionId);
  if (found?.refundedOrLostPayment !== undefined) return 'refunded';
  const { status, graceUntil } = before;
  return status === 'past_due' && graceUntil !== null && graceUntil <= now ? 'unpaid' : 'cancelled';
}

function endNews(change: StateChange): SubscriptionNews[] {
  const { before, facts, now } = change;
  const { stripeSubscriptionId: id, plan, cancelAtPeriodEnd, currentPeriodEnd } = before;
  if (id === null || plan === null || !isOver(facts, id)) return [];
  // The cancellation mail named this day. Stripe's clock may be a little ahead of ours.
  const endsByMs = now.getTime() + clockSkewMs;
  const isEndAnnounced =
    cancelAtPeriodEnd && currentPeriodEnd !== null && currentPeriodEnd.getTime() <= endsByMs;
  return isEndAnnounced ? [] : [{ kind: 'ended', plan, reason: endReason(change) }];
}

/** Compares the last synced state with the current one, so the same state reported twice is no news. */
export function subscriptionNews(looking: StateChange): SubscriptionNews[] {
  const { before, decision } = looking;
  const { subscription, status } = decision;
  if (subscription === undefined) return endNews(looking);
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
  // A plan change also undoes a cancellation: that is one action, and one mail.
  if (!isCancelled && before.cancelAtPeriodEnd && news.length === 0)
    news.push({ kind: 'resumed', subscription });
  return news;
}

type Plan = typeof plans.$inferSelect;
type Recipient = { name: string; email: string };

const periods = { Mensal: 'month', Anual: 'year' } as const;

/** A refund sends its own mails. True if one was in progress when the server ended the subscription at Stripe. */
async function endedByRefund(
  tx: Transaction,
  { userId, subscriptionId }: { userId: string; subscriptionId: string },
) {
  const ofUser = eq(billingAudit.userId, userId);
  const [end] = await tx
    .select({ askedAt: billingAudit.askedAt })
    .from(billingAudit)
    .where(and(ofUser, eq(billingAudit.action, 'end_now'), eq(billingAudit.subject, subscriptionId)));
  if (end === undefined) return false;
  const open = or(isNull(billingAudit.finishedAt), gte(billingAudit.finishedAt, end.askedAt));
  const refunds = await tx
    .select({ id: billingAudit.id })
    .from(billingAudit)
    .where(and(ofUser, eq(billingAudit.action, 'refund'), lte(billingAudit.askedAt, end.askedAt), open));
  return refunds.length > 0;
}

function renderNewsMail(
  news: SubscriptionNews,
  { name, email: to }: Recipient,
  { plan, now }: { plan: Plan; now: Date },
): Mail {
  const title = planTitle(plan);
  if (news.kind === 'ended')
    return {
      template: 'subscription-ended',
      to,
      data: { name, plan: title, endedAt: now.toISOString(), reason: news.reason },
    };
  const { endsAt, currentPeriodEnd, priceCents = plan.priceCents } = news.subscription;
  const until = (endsAt ?? currentPeriodEnd).toISOString();
  if (news.kind === 'cancelled')
    return { template: 'subscription-cancelled', to, data: { name, plan: title, until } };
  const data = {
    name,
    plan: title,
    priceCents,
    period: periods[plan.billingPeriod],
    until,
    renews: endsAt === undefined,
  };
  return { template: `subscription-${news.kind}`, to, data };
}

type NewsMailInput = {
  userId: string;
  /** The subscription that the last sync stored. */
  formerId: string | null;
  news: readonly SubscriptionNews[];
  tx: Transaction;
};

/** Runs in the transaction that stores the new state, so that a crash never repeats a mail. */
export async function mailSubscriptionNews(
  deps: Pick<Deps, 'queue' | 'now'>,
  { userId, formerId, news, tx }: NewsMailInput,
): Promise<void> {
  if (news.length === 0) return;
  const recipient = await findUser(tx, userId);
  const planIds = news.flatMap((each) =>
    each.kind === 'ended' ? each.plan : (each.subscription.planId ?? []),
  );
  const found = await tx.select().from(plans).where(inArray(plans.id, planIds));
  for (const each of news) {
    const planId = each.kind === 'ended' ? each.plan : each.subscription.planId;
    const plan = found.find(({ id }) => id === planId);
    if (recipient === undefined || plan === undefined) continue;
    const isRefund =
      each.kind === 'ended' &&
      formerId !== null &&
      (await endedByRefund(tx, { userId, subscriptionId: formerId }));
    if (!isRefund) await queueMail(deps, renderNewsMail(each, recipient, { plan, now: deps.now() }), { tx });
  }
}
