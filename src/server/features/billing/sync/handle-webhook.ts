import { billingEvents } from '../../../adapters/db/schema/billing.ts';
import { OddEventError } from '../../../adapters/payments/read-event.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { mailFailedRefund } from './mail-failed-refund.ts';
import { paymentsOf } from './payments-of.ts';
import { syncCustomerJob } from './sync-customer-job.ts';

type Delivery = { body: Buffer; signature: string };

/** A signed event of an unknown shape is noted: it comes from Stripe, and a new version of its API may lie behind it. */
async function readDelivery(deps: BillingDeps, { body, signature }: Delivery) {
  try {
    return await paymentsOf(deps).readEvent(body, signature);
  } catch (error) {
    if (error instanceof AppError && error.cause instanceof OddEventError)
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
