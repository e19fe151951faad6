import { eq } from 'drizzle-orm';
import type { Payment } from '#contract/billing.ts';
import { planTitle } from '#domain/plans.ts';
import type { Actor } from '#server/actor.ts';
import { billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { plans } from '#server/adapters/db/schema/plans.ts';
import type { PaymentFacts } from '#server/adapters/payments/payments.ts';
import type { Deps } from '#server/deps.ts';
import {
  isPendingRefund,
  isRefunded,
  isRefundOpen,
  listRefunds,
  paymentsRefundedTogether,
  refundDeadline,
  totalRefundableCents,
} from '../refund-rules.ts';

function paymentStatus({ amountCents, refundedCents, returnedCents }: PaymentFacts): Payment['status'] {
  if (returnedCents > 0) return 'refund_returned';
  if (refundedCents === 0) return 'paid';
  return refundedCents >= amountCents ? 'refunded' : 'partly_refunded';
}

/** Lists the invoiced payments, newest first. Does not ask Stripe about a user who never bought. */
export async function listPayments(
  deps: Pick<Deps, 'db' | 'payments' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Payment[]> {
  const [row] = await deps.db
    .select({
      customerId: billingCustomers.stripeCustomerId,
      runningId: billingCustomers.stripeSubscriptionId,
    })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId));
  if (!row?.customerId || deps.payments === undefined) return [];
  const names = new Map((await deps.db.select().from(plans)).map((plan) => [plan.id, planTitle(plan)]));
  const history = await deps.payments.paymentsOf(row.customerId);
  const owed = new Set(
    (await listRefunds(deps, userId)).filter(isPendingRefund).map((each) => each.paymentIntentId),
  );
  const now = deps.now();
  return history.map((payment) => {
    const isPending = owed.has(payment.paymentIntentId) && !isRefunded(payment);
    const isOpen = !isPending && isRefundOpen(payment, now);
    const together = paymentsRefundedTogether(payment, { history, now });
    const endsPlan = payment.subscriptionId !== undefined && payment.subscriptionId === row.runningId;
    return {
      plan: names.get(payment.planId ?? '') ?? payment.description,
      value: payment.amountCents,
      date: payment.paidAt.toISOString(),
      payment_intent_id: payment.paymentIntentId,
      status: isPending ? 'refund_pending' : paymentStatus(payment),
      refundable_until: isOpen ? refundDeadline(payment).toISOString() : null,
      refund: isOpen
        ? {
            total_cents: totalRefundableCents(together),
            payment_count: together.length,
            credit_cents: endsPlan ? (together.at(-1)?.olderCents ?? 0) : 0,
            ends_plan: endsPlan,
          }
        : null,
      invoice_url: payment.invoiceUrl ?? null,
    };
  });
}
