import type { Actor } from '../../../actor.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { moneyAction } from '../sync/money-action.ts';
import { paymentsOf } from '../sync/payments-of.ts';
import { syncSettled } from '../sync/sync-settled.ts';
import { withCustomerLease } from '../sync/with-customer-lease.ts';
import { ensureCustomer } from './ensure-customer.ts';
import { soldPlan } from './sold-plan.ts';

const planPage = '/dashboard/plano';
const noUrl = 'URL de checkout não retornada.';

/**
 * The page where a first subscription is paid. One customer has one such page open at most: two tabs are sent to the
 * same one, and the page of another plan is closed, so that they cannot both be paid.
 */
export async function createCheckout(
  deps: BillingDeps,
  { userId }: Pick<Actor, 'userId'>,
  { planId }: { planId: string },
): Promise<{ url: string }> {
  const payments = paymentsOf(deps);
  const plan = await soldPlan(deps, planId);
  return withCustomerLease(deps, userId, async (held) => {
    const customerId = await ensureCustomer(deps, held);
    const priceId = await payments.priceOf(plan);
    const open = await payments.openCheckouts(customerId);
    const [same] = open.filter((page) => page.priceId === priceId && page.url !== undefined);
    for (const { id } of open) if (id !== same?.id) await payments.expireCheckout(id);
    // After the pages are closed: none can be paid between this look and the answer but the one that is wanted.
    const { decision } = await syncSettled(deps, held);
    if (decision.subscription !== undefined || decision.unknown.length > 0)
      throw new AppError('already_subscribed');
    if (same?.url !== undefined) return { url: same.url };

    const { publicUrl } = deps.config.http;
    const { url } = await moneyAction(deps, held, {
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
