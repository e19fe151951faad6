import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { findUser } from '#server/adapters/auth/account-rows.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { plans, profiles } from '#server/adapters/db/schema/plans.ts';
import type { CustomerFacts } from '#server/adapters/payments/payments.ts';
import type { Deps } from '#server/deps.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import { defineJob } from '#server/jobs/job-definition.ts';
import { type BillingDeps, findCustomerId, requirePayments } from '../billing-deps.ts';
import { type BillingDecision, decideState } from './decide-state.ts';
import { processRefunds } from './process-refunds.ts';
import { mailSubscriptionNews, subscriptionNews } from './subscription-news.ts';
import { type CustomerLease, lockHeld } from './with-customer-lease.ts';

/** Events about one customer come in bursts: one waiting job serves them all. */
export const syncBillingCustomerJob = defineJob({
  name: 'sync-billing-customer',
  payload: z.object({ customerId: z.string() }),
  // Covers hours of a Stripe outage; after that the nightly sync takes over.
  retryLimit: 12,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 1_800,
  expireInSeconds: 180,
  concurrency: 2,
  onePerKey: 'waiting',
});

const noFacts: CustomerFacts = { subscriptions: [], debts: [] };

export type Synced = Readonly<{
  customerId: string | undefined;
  facts: CustomerFacts;
  decision: BillingDecision;
  /** True if Stripe did not make all requested refunds. */
  areRefundsLeft: boolean;
}>;

async function knownPlans({ db }: Pick<Deps, 'db'>) {
  const rows = await db.select({ id: plans.id, hoursPerMonth: plans.hoursPerMonth }).from(plans);
  return new Map(rows.map(({ id, ...plan }) => [id, plan]));
}

type FailureNotice = {
  userId: string;
  customerId: string | undefined;
  decision: BillingDecision;
  toldFor: string | null;
  tx: Transaction;
};

/** Mails once per failed payment, however often Stripe retries it. */
async function mailPaymentFailure(deps: Pick<Deps, 'queue'>, notice: FailureNotice) {
  const { userId, customerId, decision, toldFor, tx } = notice;
  const { debtInvoiceId, graceUntil } = decision;
  if (debtInvoiceId === undefined || graceUntil === undefined || debtInvoiceId === toldFor) return;
  const user = await findUser(tx, userId);
  if (user === undefined) return;
  const data = { name: user.name, graceUntil: graceUntil.toISOString() };
  await queueMail(deps, { template: 'payment-failed', to: user.email, data }, { tx });
  if (customerId === undefined) return;
  // Sync when the grace period ends, because an ended plan must not keep the user from buying again. The separate
  // key keeps this job from replacing the sync of an event.
  const singletonKey = `${customerId} grace`;
  await deps.queue.send(syncBillingCustomerJob, { customerId }, { tx, runAfter: graceUntil, singletonKey });
}

function report(
  { log }: Pick<Deps, 'log'>,
  { userId }: CustomerLease,
  { surplus, unknown }: BillingDecision,
) {
  if (surplus.length > 0)
    log.error(
      { userId, subscriptions: surplus.map(({ id }) => id) },
      'a user pays for more than one subscription',
    );
  if (unknown.length > 0)
    log.error({ userId, prices: unknown.map(({ priceId }) => priceId) }, 'a Stripe price belongs to no plan');
}

/**
 * Fetches the true state and stores it: the granted plan, and all that the screens show of the subscription.
 * Earlier state does not matter, so a sync may run at any time, twice, and after lost events.
 */
export async function syncHeld(deps: BillingDeps, held: CustomerLease): Promise<Synced> {
  const customerId = await findCustomerId(deps.db, held.userId);
  const { faults } =
    customerId === undefined ? { faults: [] } : await processRefunds(deps, held, { customerId });
  const facts = customerId === undefined ? noFacts : await requirePayments(deps).factsOf(customerId);
  const decision = decideState(facts, { plans: await knownPlans(deps), now: deps.now() });
  const { plan, status, subscription, graceUntil, debtInvoiceId } = decision;

  await deps.db.transaction(async (tx) => {
    const before = await lockHeld(tx, held);
    const { failureToldFor: toldFor, stripeSubscriptionId: formerId } = before;
    await mailPaymentFailure(deps, { userId: held.userId, customerId, decision, toldFor, tx });
    const news = subscriptionNews({ before, facts, decision, now: deps.now() });
    await mailSubscriptionNews(deps, { userId: held.userId, formerId, news, tx });
    await tx
      .update(billingCustomers)
      .set({
        status,
        stripeSubscriptionId: subscription?.id ?? null,
        plan: subscription?.planId ?? null,
        priceId: subscription?.priceId ?? null,
        currentPeriodEnd:
          subscription === undefined ? null : (subscription.endsAt ?? subscription.currentPeriodEnd),
        cancelAtPeriodEnd: subscription?.endsAt !== undefined,
        graceUntil: graceUntil ?? null,
        failureToldFor: debtInvoiceId ?? null,
        syncedAt: deps.now(),
      })
      .where(eq(billingCustomers.userId, held.userId));
    if (customerId !== undefined) await tx.update(profiles).set({ plan }).where(eq(profiles.id, held.userId));
  });
  report(deps, held, decision);
  return { customerId, facts, decision, areRefundsLeft: faults.length > 0 };
}
