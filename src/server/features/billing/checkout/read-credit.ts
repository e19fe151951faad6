import { eq } from 'drizzle-orm';
import type { Credit } from '#contract/billing.ts';
import type { Actor } from '../../../actor.ts';
import { billingCustomers } from '../../../adapters/db/schema/billing.ts';
import type { Deps } from '../../../deps.ts';

/** What waits at Stripe for the next invoices; who never bought is asked nothing. */
export async function readCredit(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Credit> {
  const [row] = await db
    .select({ customerId: billingCustomers.stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  if (!row?.customerId || payments === undefined) return { credit_cents: 0 };
  return { credit_cents: await payments.creditOf(row.customerId) };
}
