import { eq } from 'drizzle-orm';
import type { ChangePreview } from '#contract/billing.ts';
import { formatCurrency } from '#domain/format/money.ts';
import { planTitle } from '#domain/plans.ts';
import type { Actor } from '#server/actor.ts';
import { billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { plans } from '#server/adapters/db/schema/plans.ts';
import type { SettledFacts } from '#server/adapters/payments/payments.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { type BillingDeps, requirePayments } from '../billing-deps.ts';
import { runPaymentActionOnce } from '../sync/run-payment-action-once.ts';
import { syncAndEndLapsed } from '../sync/sync-and-end-lapsed.ts';
import { syncHeld } from '../sync/sync-held.ts';
import { withCustomerLease } from '../sync/with-customer-lease.ts';
import { cancelSubscription, resumeSubscription } from './cancel-subscription.ts';
import { requirePurchasablePlan } from './plans.ts';

type PreviewedChange = { planId: string };

/** Asks Stripe what a plan change would charge. Changes nothing. */
export async function previewPlanChange(
  deps: Pick<Deps, 'db' | 'payments'>,
  { userId }: Pick<Actor, 'userId'>,
  { planId }: PreviewedChange,
): Promise<ChangePreview> {
  const payments = requirePayments(deps);
  const plan = await requirePurchasablePlan(deps, planId);
  const [row] = await deps.db
    .select({
      status: billingCustomers.status,
      plan: billingCustomers.plan,
      subscriptionId: billingCustomers.stripeSubscriptionId,
    })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  if (!row?.subscriptionId) throw new AppError('no_subscription');
  if (row.plan === plan.id) throw new AppError('same_plan');
  if (row.status === 'past_due') throw new AppError('payment_pending');
  const priceId = await payments.priceOf(plan);
  const { dueCents, creditCents, renewsAt } = await payments.previewPrice({
    subscriptionId: row.subscriptionId,
    priceId,
  });
  return {
    due_cents: dueCents,
    credit_cents: creditCents,
    renews_at: renewsAt?.toISOString() ?? null,
  };
}

type PlanChange = { newPlanId: string };

async function isFree({ db }: Pick<Deps, 'db'>, planId: string) {
  const [plan] = await db.select({ priceCents: plans.priceCents }).from(plans).where(eq(plans.id, planId));
  return plan?.priceCents === 0;
}

function settledText({ dueCents, creditCents }: SettledFacts) {
  if (dueCents > 0) return `O cartão pagou ${formatCurrency(dueCents)}.`;
  const credit =
    creditCents > 0 ? ` Crédito para as próximas cobranças: ${formatCurrency(creditCents)}.` : '';
  return `Nada foi cobrado do cartão.${credit}`;
}

/**
 * Changes the plan and settles the difference at once. Choosing the free plan cancels. A downgrade removes nothing
 * that exists: it only allows less from now on.
 */
export async function updateSubscription(
  deps: BillingDeps,
  actor: Pick<Actor, 'userId'>,
  { newPlanId }: PlanChange,
): Promise<{ message: string }> {
  const payments = requirePayments(deps);
  if (await isFree(deps, newPlanId)) return cancelSubscription(deps, actor);
  const plan = await requirePurchasablePlan(deps, newPlanId);
  const changed = await withCustomerLease(deps, actor.userId, async (held) => {
    const { subscription, status } = (await syncAndEndLapsed(deps, held)).decision;
    if (subscription === undefined) throw new AppError('no_subscription');
    if (subscription.planId === plan.id && status === 'cancels_at') return 'resume';
    if (subscription.planId === plan.id) throw new AppError('same_plan');
    if (status === 'past_due') throw new AppError('payment_pending');
    const priceId = await payments.priceOf(plan);
    const settled = await runPaymentActionOnce(deps, held, {
      action: 'change_plan',
      subject: `${subscription.id} ${subscription.priceId} ${priceId}`,
      amountCents: plan.priceCents,
      call: (key) => {
        const { id: subscriptionId, itemId, hasFixedEnd } = subscription;
        return payments.changePrice({ subscriptionId, itemId, priceId, hasFixedEnd, key });
      },
      stripeId: () => subscription.id,
    });
    await syncHeld(deps, held);
    return settled;
  });
  if (changed === 'resume') return resumeSubscription(deps, actor);
  return { message: `Pronto: seu plano agora é o ${planTitle(plan)}. ${settledText(changed)}` };
}
