import { eq } from 'drizzle-orm';
import type { ChangePreview } from '#contract/billing.ts';
import type { Actor } from '../../../actor.ts';
import { billingCustomers } from '../../../adapters/db/schema/billing.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { requirePayments } from '../billing-deps.ts';
import { findPurchasablePlan } from './plans.ts';

type PreviewedChange = { planId: string };

/** What a change of plan will charge, as Stripe counts it: said before it is made. Nothing is changed by asking. */
export async function previewPlanChange(
  deps: Pick<Deps, 'db' | 'payments'>,
  { userId }: Pick<Actor, 'userId'>,
  { planId }: PreviewedChange,
): Promise<ChangePreview> {
  const payments = requirePayments(deps);
  const plan = await findPurchasablePlan(deps, planId);
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
