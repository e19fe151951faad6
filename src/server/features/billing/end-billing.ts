import { eq } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';
import { billingCustomers } from '../../adapters/db/schema/billing.ts';
import type { Deps } from '../../deps.ts';
import type { JobOutcome } from '../../job-definition.ts';
import type { BillingDeps } from './billing-deps.ts';
import { isLive } from './decide-state.ts';
import { endBillingJob } from './end-billing-job.ts';
import { paymentsOf } from './payments-of.ts';

/** A page of the vendor that was being paid at that moment ends in a subscription a little later. */
const secondLookMs = 3_600_000;

/** In the transaction that removes the account. */
export async function queueEndOfBilling(
  { queue, now }: Pick<Deps, 'queue' | 'now'>,
  { userId, tx }: { userId: string; tx: Transaction },
): Promise<void> {
  const [row] = await tx
    .select({ customerId: billingCustomers.stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  if (!row?.customerId) return;
  const { customerId } = row;
  await queue.send(endBillingJob, { customerId }, { tx });
  await queue.send(endBillingJob, { customerId }, { tx, runAfter: new Date(now().getTime() + secondLookMs) });
}

/** Nothing of a customer's goes on or can begin. */
export async function endBilling(
  deps: BillingDeps,
  { customerId }: { customerId: string },
): Promise<JobOutcome> {
  const payments = paymentsOf(deps);
  for (const { id } of await payments.openCheckouts(customerId)) await payments.expireCheckout(id);
  const { subscriptions, debts } = await payments.factsOf(customerId);
  for (const subscription of subscriptions)
    if (isLive(subscription))
      await payments.endNow({ subscriptionId: subscription.id, key: `account-gone:${subscription.id}` });
  for (const { invoiceId } of debts) await payments.voidInvoice(invoiceId);
  return 'completed';
}
