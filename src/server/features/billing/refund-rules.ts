import { and, desc, eq } from 'drizzle-orm';
import { refundDays } from '#contract/billing.ts';
import { dayMs, hourMs } from '#domain/format/durations.ts';
import type { Database } from '#server/adapters/db/database.ts';
import { type BillingOutcome, billingAudit } from '#server/adapters/db/schema/billing.ts';
import type { PaymentFacts } from '#server/adapters/payments/payments.ts';

/** CDC, art. 49. */
export const refundDeadline = ({ paidAt }: Pick<PaymentFacts, 'paidAt'>) =>
  new Date(paidAt.getTime() + refundDays * dayMs);

/** A partly refunded payment may still be refunded in full. */
export const isRefunded = ({ amountCents, refundedCents }: PaymentFacts) => refundedCents >= amountCents;
export const isRefundOpen = (payment: PaymentFacts, now: Date) =>
  !isRefunded(payment) && now <= refundDeadline(payment);

/** A refund covers all payments of one subscription within the seven days, because its plan ends. */
export function paymentsRefundedTogether(
  payment: PaymentFacts,
  { history, now }: RefundContext,
): PaymentFacts[] {
  return history.filter(
    (each) =>
      each.paymentIntentId === payment.paymentIntentId ||
      (each.subscriptionId !== undefined &&
        each.subscriptionId === payment.subscriptionId &&
        isRefundOpen(each, now)),
  );
}

export const refundableCents = ({ amountCents, refundedCents }: PaymentFacts) => amountCents - refundedCents;
export const totalRefundableCents = (payments: readonly PaymentFacts[]) =>
  payments.reduce((sum, payment) => sum + refundableCents(payment), 0);

type RefundContext = { history: readonly PaymentFacts[]; now: Date };

/** Stripe would refuse an immediate retry again. The operator has already received a mail about the refusal. */
const refusedPauseMs = 20 * hourMs;

export type RefundRow = Readonly<{
  paymentIntentId: string;
  outcome: BillingOutcome;
  amountCents: number;
  finishedAt: Date | null;
}>;

/** Returns the latest state of each requested refund, oldest request first. */
export async function listRefunds(
  { db }: { db: Pick<Database, 'select'> },
  userId: string,
): Promise<RefundRow[]> {
  const rows = await db
    .select({
      paymentIntentId: billingAudit.subject,
      outcome: billingAudit.outcome,
      amountCents: billingAudit.amountCents,
      finishedAt: billingAudit.finishedAt,
    })
    .from(billingAudit)
    .where(and(eq(billingAudit.userId, userId), eq(billingAudit.action, 'refund')))
    .orderBy(desc(billingAudit.askedAt));
  const newest = new Map<string, RefundRow>();
  for (const row of rows)
    if (row.outcome !== 'unknown' && !newest.has(row.paymentIntentId))
      newest.set(row.paymentIntentId, { ...row, amountCents: row.amountCents ?? 0 });
  return [...newest.values()].toReversed();
}

/** True if the user requested the refund and Stripe has not made it. A refusal does not end the request. */
export const isPendingRefund = ({ outcome }: RefundRow) => outcome === 'asked' || outcome === 'refused';

export const isRefundDue = ({ outcome, finishedAt }: RefundRow, now: Date) =>
  outcome === 'asked' ||
  (outcome === 'refused' && now.getTime() - (finishedAt?.getTime() ?? 0) >= refusedPauseMs);
