import { eq } from 'drizzle-orm';
import type { BillingState, Credit } from '#contract/billing.ts';
import type { Actor } from '#server/actor.ts';
import { billingCustomers } from '#server/adapters/db/schema/billing.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import { type BillingDeps, findCustomerId, requirePayments } from '../billing-deps.ts';

/**
 * Returns the state of the last sync, because a page must not wait for Stripe. A grace period ends by the clock,
 * so that no screen promises a day that has passed.
 */
export async function readBilling(
  deps: Pick<Deps, 'db' | 'payments' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<BillingState> {
  const { plan, planTitle } = await findEntitlements(deps.db, userId);
  const [kept] = await deps.db.select().from(billingCustomers).where(eq(billingCustomers.userId, userId));
  const isOver = kept !== undefined && kept.graceUntil !== null && kept.graceUntil <= deps.now();
  const row = isOver ? undefined : kept;
  return {
    is_available: deps.payments !== undefined,
    plan,
    plan_name: planTitle,
    subscribed_plan: row?.plan ?? null,
    status: row?.status ?? 'none',
    current_period_end: row?.currentPeriodEnd?.toISOString() ?? null,
    cancel_at_period_end: row?.cancelAtPeriodEnd ?? false,
    grace_until: row?.graceUntil?.toISOString() ?? null,
  };
}

/** Returns the credit at Stripe for the next invoices. Does not ask Stripe about a user who never bought. */
export async function readCredit(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Credit> {
  const customerId = await findCustomerId(db, userId);
  if (customerId === undefined || payments === undefined) return { credit_cents: 0 };
  return { credit_cents: await payments.creditOf(customerId) };
}

/** Stripe's portal handles cards and invoices; no card data ever passes through this server. */
export async function createPortalLink(
  deps: BillingDeps,
  { userId }: Pick<Actor, 'userId'>,
): Promise<{ url: string }> {
  const payments = requirePayments(deps);
  const customerId = await findCustomerId(deps.db, userId);
  if (customerId === undefined) throw new AppError('no_subscription');
  const returnUrl = `${deps.config.http.publicUrl}/dashboard/billing?portal=voltou`;
  return { url: await payments.portalUrl({ customerId, returnUrl }) };
}
