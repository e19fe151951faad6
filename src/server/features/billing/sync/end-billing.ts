import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { hourMs } from '#domain/format/durations.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { billingAudit } from '#server/adapters/db/schema/billing.ts';
import type { Deps } from '#server/deps.ts';
import { defineJob, type JobOutcome } from '#server/jobs/job-definition.ts';
import { type BillingDeps, findCustomerId, requirePayments } from '../billing-deps.ts';
import { isPendingRefund, listRefunds } from '../refund-rules.ts';
import { isLive } from './decide-state.ts';

/** Runs after the account is deleted, when no row knows its customer any more. */
export const endBillingJob = defineJob({
  name: 'end-billing',
  payload: z.object({
    customerId: z.string(),
    /** Requested refunds that are still owed. Deleting the account does not cancel them. */
    owedPaymentIds: z.array(z.string()).default([]),
  }),
  // Stripe must not charge a deleted account, even if Stripe is unavailable for a long time.
  retryLimit: 60,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 3_600,
  expireInSeconds: 180,
  concurrency: 1,
});

/** A checkout page that is being paid at that moment creates its subscription a little later. */
const secondLookMs = hourMs;

/** Runs in the transaction that deletes the account. */
export async function queueEndBilling(
  { queue, now }: Pick<Deps, 'queue' | 'now'>,
  { userId, tx }: { userId: string; tx: Transaction },
): Promise<void> {
  const customerId = await findCustomerId(tx, userId);
  if (customerId === undefined) return;
  const rows = await listRefunds({ db: tx }, userId);
  const owedPaymentIds = rows.filter(isPendingRefund).map(({ paymentIntentId }) => paymentIntentId);
  await queue.send(endBillingJob, { customerId, owedPaymentIds }, { tx });
  await queue.send(
    endBillingJob,
    { customerId, owedPaymentIds: [] },
    { tx, runAfter: new Date(now().getTime() + secondLookMs) },
  );
}

/** Fails until Stripe accepts the refund, so that the queue retries: the owner can no longer ask. */
async function refundPayment(deps: BillingDeps, paymentIntentId: string) {
  const now = deps.now();
  // Stripe repeats a refusal under the same key for a day.
  const key = `account-gone:${paymentIntentId}:${now.toISOString().slice(0, 10)}`;
  const refundId = await requirePayments(deps).refund({ paymentIntentId, key });
  const done = { outcome: 'done', stripeId: refundId ?? paymentIntentId, finishedAt: now } as const;
  const open = await deps.db
    .update(billingAudit)
    .set(done)
    .where(
      and(
        eq(billingAudit.action, 'refund'),
        eq(billingAudit.subject, paymentIntentId),
        eq(billingAudit.outcome, 'asked'),
      ),
    )
    .returning({ id: billingAudit.id });
  // A refused row stays as it is, and this attempt gets its own.
  if (open.length === 0)
    await deps.db
      .insert(billingAudit)
      .values({ ...done, action: 'refund', subject: paymentIntentId, askedAt: now });
}

/** Ends everything that runs for a customer and closes what could begin. */
export async function endBilling(
  deps: BillingDeps,
  { customerId, owedPaymentIds }: { customerId: string; owedPaymentIds: readonly string[] },
): Promise<JobOutcome> {
  const payments = requirePayments(deps);
  for (const { id } of await payments.openCheckouts(customerId)) await payments.expireCheckout(id);
  const { subscriptions, debts } = await payments.factsOf(customerId);
  for (const subscription of subscriptions)
    if (isLive(subscription))
      await payments.endNow({ subscriptionId: subscription.id, key: `account-gone:${subscription.id}` });
  for (const { invoiceId } of debts) await payments.voidInvoice(invoiceId);
  for (const paymentIntentId of owedPaymentIds) await refundPayment(deps, paymentIntentId);
  return 'completed';
}
