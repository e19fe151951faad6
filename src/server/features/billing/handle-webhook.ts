import { billingEvents } from '../../adapters/db/schema/billing.ts';
import type { BillingDeps } from './billing-deps.ts';
import { paymentsOf } from './payments-of.ts';
import { syncCustomerJob } from './sync-customer-job.ts';
import { tellFailedRefund } from './tell-failed-refund.ts';

type Delivery = { body: Buffer; signature: string };

/**
 * An event is only a hint that something may have changed. Each is taken once, and acknowledged as soon as the job that
 * looks at its customer is kept: late, repeated or out of order, it can do no more than ask for one more look. A refund
 * that came back is the exception: no later look would show it.
 */
export async function handleWebhook(deps: BillingDeps, delivery: Delivery): Promise<void> {
  const { id, type, customerId, failedRefund } = await paymentsOf(deps).readEvent(
    delivery.body,
    delivery.signature,
  );
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
    if (failedRefund !== undefined) await tellFailedRefund(deps, failedRefund, tx);
    if (customerId === undefined) return;
    await deps.queue.send(syncCustomerJob, { customerId }, { tx, singletonKey: customerId });
  });
}
