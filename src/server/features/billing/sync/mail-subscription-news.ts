import { and, eq, gte, inArray, isNull, lte, or } from 'drizzle-orm';
import { planTitle } from '#domain/plans/plan-title.ts';
import type { Transaction } from '../../../adapters/db/database.ts';
import { users } from '../../../adapters/db/schema/auth.ts';
import { billingAudit } from '../../../adapters/db/schema/billing.ts';
import { plans } from '../../../adapters/db/schema/plans.ts';
import type { Deps } from '../../../deps.ts';
import type { Mail } from '../../mail/mail.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import type { SubscriptionNews } from './subscription-news.ts';

type Plan = typeof plans.$inferSelect;
type Person = { name: string; email: string };

const periods = { Mensal: 'month', Anual: 'year' } as const;

/** A refund has mails of its own. It was under way when the product asked Stripe to end the subscription. */
async function endedByRefund(
  tx: Transaction,
  { userId, subscriptionId }: { userId: string; subscriptionId: string },
) {
  const mine = eq(billingAudit.userId, userId);
  const [end] = await tx
    .select({ askedAt: billingAudit.askedAt })
    .from(billingAudit)
    .where(and(mine, eq(billingAudit.action, 'end_now'), eq(billingAudit.subject, subscriptionId)));
  if (end === undefined) return false;
  const open = or(isNull(billingAudit.finishedAt), gte(billingAudit.finishedAt, end.askedAt));
  const refunds = await tx
    .select({ id: billingAudit.id })
    .from(billingAudit)
    .where(and(mine, eq(billingAudit.action, 'refund'), lte(billingAudit.askedAt, end.askedAt), open));
  return refunds.length > 0;
}

function mailOf(
  news: SubscriptionNews,
  { name, email: to }: Person,
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

type Telling = {
  userId: string;
  /** The subscription that the last sync wrote down. */
  formerId: string | null;
  news: readonly SubscriptionNews[];
  tx: Transaction;
};

/** In the transaction that writes the new state down: the same state is never told again, whatever dies in between. */
export async function mailSubscriptionNews(
  deps: Pick<Deps, 'queue' | 'now'>,
  { userId, formerId, news, tx }: Telling,
): Promise<void> {
  if (news.length === 0) return;
  const [person] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  const planIds = news.flatMap((each) =>
    each.kind === 'ended' ? each.plan : (each.subscription.planId ?? []),
  );
  const found = await tx.select().from(plans).where(inArray(plans.id, planIds));
  for (const each of news) {
    const planId = each.kind === 'ended' ? each.plan : each.subscription.planId;
    const plan = found.find(({ id }) => id === planId);
    if (person === undefined || plan === undefined) continue;
    const isRefund =
      each.kind === 'ended' &&
      formerId !== null &&
      (await endedByRefund(tx, { userId, subscriptionId: formerId }));
    if (!isRefund) await queueMail(deps, mailOf(each, person, { plan, now: deps.now() }), { tx });
  }
}
