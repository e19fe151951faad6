import { and, desc, eq } from 'drizzle-orm';
import type { Transaction } from '../../../adapters/db/database.ts';
import { users } from '../../../adapters/db/schema/auth.ts';
import { billingAudit, billingEvents } from '../../../adapters/db/schema/billing.ts';
import type { FailedRefund } from '../../../adapters/payments/payments.ts';
import { MalformedEventError } from '../../../adapters/payments/webhook-event.ts';
import { AppError } from '../../../errors/app-error.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { type BillingDeps, requirePayments } from '../billing-deps.ts';
import { syncCustomerJob } from './sync-customer-job.ts';

/**
 * The bank sent back what Stripe had taken as refunded, days later: a card that ended meanwhile. Stripe tries no more, so
 * whoever was told that their money comes hears that it does not, and somebody is told to send it another way.
 */
export async function mailFailedRefund(
  deps: BillingDeps,
  { paymentIntentId, amountCents }: FailedRefund,
  tx: Transaction,
): Promise<void> {
  const [asked] = await tx
    .select({ userId: users.id, name: users.name, email: users.email })
    .from(billingAudit)
    .innerJoin(users, eq(users.id, billingAudit.userId))
    .where(and(eq(billingAudit.subject, paymentIntentId), eq(billingAudit.action, 'refund')))
    .orderBy(desc(billingAudit.askedAt))
    .limit(1);
  deps.log.error({ userId: asked?.userId, paymentIntentId }, 'a refund came back from the bank');
  if (asked === undefined) return;
  const { name, email } = asked;
  const data = { name, email, amountCents, paymentIntentId };
  await queueMail(deps, { template: 'refund-returned', to: deps.config.mail.supportAddress, data }, { tx });
  await queueMail(deps, { template: 'refund-stuck', to: email, data: { name, amountCents } }, { tx });
}

type Delivery = { body: Buffer; signature: string };

/** A signed event of an unknown shape is noted: it comes from Stripe, and a new version of its API may lie behind it. */
async function readDelivery(deps: BillingDeps, { body, signature }: Delivery) {
  try {
    return await requirePayments(deps).readEvent(body, signature);
  } catch (error) {
    if (error instanceof AppError && error.cause instanceof MalformedEventError)
      deps.log.warn({ err: error.cause, bytes: body.length }, 'a webhook was refused');
    throw error;
  }
}

/**
 * An event is only a hint that something may have changed. Each is taken once, and acknowledged as soon as the job that
 * looks at its customer is kept: late, repeated or out of order, it can do no more than ask for one more look. A refund
 * that came back is the exception: no later look would show it.
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
    await deps.queue.send(syncCustomerJob, { customerId }, { tx, singletonKey: customerId });
  });
}
