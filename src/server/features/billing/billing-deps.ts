import { eq } from 'drizzle-orm';
import type { Database } from '#server/adapters/db/database.ts';
import { billingCustomers } from '#server/adapters/db/schema/billing.ts';
import type { Payments } from '#server/adapters/payments/payments.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';

/** The dependencies of a subscription command, and no more. */
export type BillingDeps = Pick<Deps, 'config' | 'db' | 'queue' | 'payments' | 'log' | 'now'>;

/** Undefined if the user never bought anything. */
export async function findCustomerId(
  db: Pick<Database, 'select'>,
  userId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ customerId: billingCustomers.stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  return row?.customerId ?? undefined;
}

/** An installation without payments refuses every billing action with this error. */
export function requirePayments({ payments }: Pick<Deps, 'payments'>): Payments {
  if (payments === undefined) throw new AppError('payments_off');
  return payments;
}
