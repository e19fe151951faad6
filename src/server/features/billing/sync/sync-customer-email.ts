import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '../../../adapters/db/schema/auth.ts';
import { billingCustomers } from '../../../adapters/db/schema/billing.ts';
import { defineJob, type JobOutcome } from '../../../jobs/job-definition.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { withCustomerLease } from './with-customer-lease.ts';

/** Receipts and warnings of Stripe's own go to the address that it knows. */
export const syncCustomerEmailJob = defineJob({
  name: 'tell-billing-email',
  payload: z.object({ userId: z.uuid() }),
  retryLimit: 12,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 3_600,
  expireInSeconds: 180,
  concurrency: 1,
});

/**
 * The address as it is now, not as it was when the job was made: two changes in a row end with the newer one. Held, so
 * that a customer who is being made at this moment with the old address is there before it is told.
 */
export async function syncCustomerEmail(
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
