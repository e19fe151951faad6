import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../../adapters/db/database.ts';
import { type BillingOutcome, billingAudit } from '../../../adapters/db/schema/billing.ts';

/** Asking again at once would be refused again; an operator has been told meanwhile. */
const refusedPauseMs = 20 * 3_600_000;

export type RefundRow = Readonly<{
  paymentIntentId: string;
  outcome: BillingOutcome;
  amountCents: number;
  finishedAt: Date | null;
}>;

/** What became of each payment that somebody asked back, the first asked first. */
export async function refundRows(
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

/** Asked for and not made: it stays owed until it is, whoever refuses it. */
export const isPendingRefund = ({ outcome }: RefundRow) => outcome === 'asked' || outcome === 'refused';

export const isToBeTried = ({ outcome, finishedAt }: RefundRow, now: Date) =>
  outcome === 'asked' ||
  (outcome === 'refused' && now.getTime() - (finishedAt?.getTime() ?? 0) >= refusedPauseMs);
