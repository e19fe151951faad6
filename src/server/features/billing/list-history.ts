import { eq } from 'drizzle-orm';
import type { Payment } from '#contract/billing.ts';
import { planTitle } from '#contract/plan-title.ts';
import type { Actor } from '../../actor.ts';
import { billingCustomers } from '../../adapters/db/schema/billing.ts';
import { plans } from '../../adapters/db/schema/plans.ts';
import type { PaymentFacts } from '../../adapters/payments/payments.ts';
import type { Deps } from '../../deps.ts';
import { isRefunded, refundDeadline } from './refundable-until.ts';

function statusOf({ amountCents, refundedCents }: PaymentFacts): Payment['status'] {
  if (refundedCents === 0) return 'paid';
  return refundedCents >= amountCents ? 'refunded' : 'partly_refunded';
}

/** From what Stripe invoiced, the newest first; who never bought is asked nothing. */
export async function listHistory(
  deps: Pick<Deps, 'db' | 'payments' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Payment[]> {
  const [row] = await deps.db
    .select({ customerId: billingCustomers.stripeCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  if (!row?.customerId || deps.payments === undefined) return [];
  const names = new Map((await deps.db.select().from(plans)).map((plan) => [plan.id, planTitle(plan)]));
  const history = await deps.payments.paymentsOf(row.customerId);
  return history.map((payment) => {
    const deadline = refundDeadline(payment);
    const isOpen = !isRefunded(payment) && deps.now() <= deadline;
    return {
      plan: names.get(payment.planId ?? '') ?? payment.description,
      value: payment.amountCents,
      date: payment.paidAt.toISOString(),
      payment_intent_id: payment.paymentIntentId,
      status: statusOf(payment),
      refundable_until: isOpen ? deadline.toISOString() : null,
      invoice_url: payment.invoiceUrl ?? null,
    };
  });
}
