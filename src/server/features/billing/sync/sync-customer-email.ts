import { eq } from 'drizzle-orm';
import { users } from '../../../adapters/db/schema/auth.ts';
import { billingCustomers } from '../../../adapters/db/schema/billing.ts';
import type { JobOutcome } from '../../../jobs/job-definition.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { withCustomerLease } from './with-customer-lease.ts';

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
