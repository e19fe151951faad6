import { eq } from 'drizzle-orm';
import { users } from '../../../adapters/db/schema/auth.ts';
import { billingCustomers } from '../../../adapters/db/schema/billing.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { paymentsOf } from '../sync/payments-of.ts';
import { type CustomerLease, lockHeld } from '../sync/with-customer-lease.ts';

/** The user's customer at Stripe, made at the first wish to buy; another one where it was deleted there. */
export async function ensureCustomer(deps: BillingDeps, held: CustomerLease): Promise<string> {
  const { userId } = held;
  const [known] = await deps.db
    .select({ id: billingCustomers.stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  const payments = paymentsOf(deps);
  if (known?.id && !(await payments.isGone(known.id))) return known.id;
  const [user] = await deps.db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (user === undefined) throw new AppError('unauthenticated');
  const customerId = await payments.createCustomer({ userId, ...user, replaces: known?.id ?? undefined });
  await deps.db.transaction(async (tx) => {
    await lockHeld(tx, held);
    await tx
      .update(billingCustomers)
      .set({ stripeCustomerId: customerId })
      .where(eq(billingCustomers.userId, userId));
  });
  return customerId;
}
