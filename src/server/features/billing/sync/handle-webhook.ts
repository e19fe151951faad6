import { and, desc, eq } from 'drizzle-orm';
import type { Transaction } from '#server/adapters/db/database.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { billingAudit, billingEvents } from '#server/adapters/db/schema/billing.ts';
import type { FailedRefund } from '#server/adapters/payments/payments.ts';
import { MalformedEventError } from '#server/adapters/payments/webhook-event.ts';
import { AppError } from '#server/errors/app-error.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import { type BillingDeps, requirePayments } from '../billing-deps.ts';
import { syncBillingCustomerJob } from './sync-held.ts';

/**
 * The bank returned a refund days after Stripe reported it as made, because the card had expired meanwhile. Stripe
 * does not retry it. Tell the customer that the money does not arrive, and support to send it another way.
 */
async function mailFailedRefund(
  deps: BillingDeps,
  { paymentIntentId, amountCents }: FailedRefund,
  tx: Transaction,
): Promise<void> {
  const [requester] = await tx
    .select({ userId: users.id, name: users.name, email: users.email })
    .from(billingAudit)
    .innerJoin(users, eq(users.id, billingAudit.userId))
    .where(and(eq(billingAudit.subject, paymentIntentId), eq(billingAudit.action, 'refund')))
    .orderBy(desc(billingAudit.askedAt))
    .limit(1);
  deps.log.error({ userId: requester?.userId, paymentIntentId }, 'the bank returned a refund');
  if (requester === undefined) return;
  const { name, email } = requester;
  const data = { name, email, amountCents, paymentIntentId };
  await queueMail(deps, { template: 'refund-returned', to: deps.config.mail.supportAddress, data }, { tx });
  await queueMail(deps, { template: 'refund-stuck', to: email, data: { name, amountCents } }, { tx });
}

type Delivery = { body: Buffer; signature: string };

/** Log a signed event of unknown shape: it comes from Stripe, whose API may have a new version. */
async function readDelivery(deps: BillingDeps, { body, signature }: Delivery) {
  try {
    return await requirePayments(deps).readEvent(body, signature);
  } catch (error) {
    if (error instanceof AppError && error.cause instanceof MalformedEventError)
      deps.log.warn({ err: error.cause, bytes: body.length }, 'the server refused a webhook');
    throw error;
  }
}

/**
 * An event is only a hint that something may have changed. The server takes each event once, and acknowledges it
 * once the sync job is stored. A late, repeated or reordered event only causes one more sync. A returned refund is
 * the exception, because no later sync would show it.
 */
export async function handleWebhook(deps: BillingDeps, delivery: Delivery): Promise<void> {
  const { id, type, customerId, failedRefund } = await readDelivery(deps, delivery);
  await deps.db.transaction(async (tx) => {
    const receivedAt = deps.now();
    const taken = await tx
      .insert(billingEvents)
      .values({
        id,
        type,
        stripeCustomerId: customerId ?? null,
        receivedAt,
        handledAt: customerId === undefined ? receivedAt : null,
      })
      .onConflictDoNothing()
      .returning({ id: billingEvents.id });
    if (taken.length === 0) return;
    if (failedRefund !== undefined) await mailFailedRefund(deps, failedRefund, tx);
    if (customerId === undefined) return;
    await deps.queue.send(syncBillingCustomerJob, { customerId }, { tx, singletonKey: customerId });
  });
}
