import { eq } from 'drizzle-orm';
import type { Actor } from '../../../actor.ts';
import { billingCustomers } from '../../../adapters/db/schema/billing.ts';
import { AppError } from '../../../errors/app-error.ts';
import { type BillingDeps, requirePayments } from '../billing-deps.ts';

/** Stripe's portal handles cards and invoices; no card data ever passes through this server. */
export async function createPortalLink(
  deps: BillingDeps,
  { userId }: Pick<Actor, 'userId'>,
): Promise<{ url: string }> {
  const payments = requirePayments(deps);
  const [row] = await deps.db
    .select({ customerId: billingCustomers.stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  if (!row?.customerId) throw new AppError('no_subscription');
  const returnUrl = `${deps.config.http.publicUrl}/dashboard/billing?portal=voltou`;
  return { url: await payments.portalUrl({ customerId: row.customerId, returnUrl }) };
}
