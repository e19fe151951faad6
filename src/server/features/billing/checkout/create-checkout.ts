import { eq } from 'drizzle-orm';
import type { Actor } from '#server/actor.ts';
import { findUser } from '#server/adapters/auth/account-rows.ts';
import { billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { AppError } from '#server/errors/app-error.ts';
import { type BillingDeps, findCustomerId, requirePayments } from '../billing-deps.ts';
import { runPaymentActionOnce } from '../sync/run-payment-action-once.ts';
import { syncAndEndLapsed } from '../sync/sync-and-end-lapsed.ts';
import { type CustomerLease, lockHeld, withCustomerLease } from '../sync/with-customer-lease.ts';
import { requirePurchasablePlan } from './plans.ts';

/** Returns the user's Stripe customer. Creates it at the first purchase, or again if it was deleted at Stripe. */
async function ensureCustomer(deps: BillingDeps, held: CustomerLease): Promise<string> {
  const { userId } = held;
  const known = await findCustomerId(deps.db, userId);
  const payments = requirePayments(deps);
  if (known !== undefined && !(await payments.isGone(known))) return known;
  const user = await findUser(deps.db, userId);
  if (user === undefined) throw new AppError('unauthenticated');
  const customerId = await payments.createCustomer({ userId, ...user, replaces: known });
  await deps.db.transaction(async (tx) => {
    await lockHeld(tx, held);
    await tx
      .update(billingCustomers)
      .set({ stripeCustomerId: customerId })
      .where(eq(billingCustomers.userId, userId));
  });
  return customerId;
}

const planPage = '/dashboard/plano';
const noUrl = 'URL de checkout não retornada.';

/**
 * Returns the page where a user pays a first subscription. A customer has at most one open page: two tabs get the
 * same one. The page of another plan is closed, so that they cannot both be paid.
 */
export async function createCheckout(
  deps: BillingDeps,
  { userId }: Pick<Actor, 'userId'>,
  { planId }: { planId: string },
): Promise<{ url: string }> {
  const payments = requirePayments(deps);
  const plan = await requirePurchasablePlan(deps, planId);
  return withCustomerLease(deps, userId, async (held) => {
    const customerId = await ensureCustomer(deps, held);
    const priceId = await payments.priceOf(plan);
    const open = await payments.openCheckouts(customerId);
    const [same] = open.filter((page) => page.priceId === priceId && page.url !== undefined);
    for (const { id } of open) if (id !== same?.id) await payments.expireCheckout(id);
    // Sync after the other pages are closed: until the answer, only the wanted page can still be paid.
    const { decision } = await syncAndEndLapsed(deps, held);
    if (decision.subscription !== undefined || decision.unknown.length > 0)
      throw new AppError('already_subscribed');
    if (same?.url !== undefined) return { url: same.url };

    const { publicUrl } = deps.config.http;
    const { url } = await runPaymentActionOnce(deps, held, {
      action: 'checkout',
      subject: `${customerId} ${priceId}`,
      amountCents: plan.priceCents,
      call: (key) =>
        payments.createCheckout({
          customerId,
          userId,
          priceId,
          successUrl: `${publicUrl}${planPage}?pagamento=ok`,
          cancelUrl: `${publicUrl}${planPage}?plano=${encodeURIComponent(plan.id)}&pagamento=desistiu`,
          key,
        }),
      stripeId: ({ id }) => id,
    });
    if (url === undefined) throw new AppError('payments_unavailable', { text: noUrl });
    return { url };
  });
}
