import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#server/adapters/db/schema/auth.ts';
import { billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { defineJob, type JobOutcome } from '#server/jobs/job-definition.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { withCustomerLease } from './with-customer-lease.ts';

const options = {
  payload: z.object({ userId: z.uuid() }),
  retryLimit: 12,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 3_600,
  expireInSeconds: 180,
  concurrency: 1,
};

/** Stripe sends its own receipts and warnings to this address. */
export const syncBillingEmailJob = defineJob({ name: 'sync-billing-email', ...options });

/** Version 0.1.0 sends this name. Without a handler, a change of address from before an upgrade is lost. */
export const tellBillingEmailJob = defineJob({ name: 'tell-billing-email', ...options });

/**
 * Sends the current address, not the one at queueing time, so that two quick changes end with the newer one. The
 * lease matters: a customer being created with the old address must exist before the update.
 */
export async function syncBillingEmail(
  deps: BillingDeps,
  { userId }: { userId: string },
): Promise<JobOutcome> {
  const { db, payments } = deps;
  const [known] = await db
    .select({ userId: billingCustomers.userId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  if (known === undefined || payments === undefined) return 'stale';
  return withCustomerLease(deps, userId, async () => {
    const [row] = await db
      .select({ customerId: billingCustomers.stripeCustomerId, email: users.email })
      .from(billingCustomers)
      .innerJoin(users, eq(users.id, billingCustomers.userId))
      .where(eq(billingCustomers.userId, userId));
    if (!row?.customerId) return 'stale';
    await payments.setEmail({ customerId: row.customerId, email: row.email });
    return 'completed';
  });
}
