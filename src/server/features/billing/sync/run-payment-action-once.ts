import { and, eq, gt, ne, or } from 'drizzle-orm';
import { hourMs } from '#domain/format/durations.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { type BillingAction, billingAudit } from '#server/adapters/db/schema/billing.ts';
import type { SubscriptionFacts } from '#server/adapters/payments/payments.ts';
import { isRefusal } from '#server/adapters/payments/stripe-errors.ts';
import type { Deps } from '#server/deps.ts';
import { type BillingDeps, requirePayments } from '../billing-deps.ts';
import type { CustomerLease } from './with-customer-lease.ts';

/** Stripe forgets an idempotency key after a day; until then the same key is the same request. */
const keyLifetimeMs = 23 * hourMs;

type PaymentAction<T> = Readonly<{
  action: BillingAction;
  /** Identifies the request: the same subject again is the same request. */
  subject: string;
  amountCents?: number;
  call: (key: string) => Promise<T>;
  stripeId: (answer: T) => string | undefined;
  /** Notifies in the transaction that records the outcome. */
  notify?: (outcome: 'done' | 'refused', tx: Transaction) => Promise<void>;
}>;

type PaymentRequest = Pick<PaymentAction<unknown>, 'action' | 'subject' | 'amountCents'>;
type OpenAudit = { userId: string; now: Date; request: PaymentRequest };

/** Returns the row of the same request if it is still unanswered, else a new one. */
async function openAuditRow(tx: Transaction, { userId, now, request }: OpenAudit) {
  const { action, subject, amountCents = null } = request;
  const open = and(eq(billingAudit.userId, userId), eq(billingAudit.outcome, 'asked'));
  const same = and(eq(billingAudit.action, action), eq(billingAudit.subject, subject));
  const [known] = await tx
    .select({ id: billingAudit.id })
    .from(billingAudit)
    .where(and(open, same, gt(billingAudit.askedAt, new Date(now.getTime() - keyLifetimeMs))));
  if (known !== undefined) return known.id;
  // A newer request closes the older unanswered ones, so that a later repetition does not get the answer of an old key.
  // Refunds stay open until Stripe has made them.
  await tx
    .update(billingAudit)
    .set({ outcome: 'unknown', finishedAt: now })
    .where(and(open, or(ne(billingAudit.action, 'refund'), same)));
  const [made] = await tx
    .insert(billingAudit)
    .values({ userId, action, subject, amountCents, askedAt: now })
    .returning({ id: billingAudit.id });
  if (made === undefined) throw new Error('inserting an audit row returned no row');
  return made.id;
}

/** Records all requests or none, so that a crash in between cannot make only some of them. */
export async function recordRequests(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: CustomerLease,
  requests: readonly PaymentRequest[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const request of requests) await openAuditRow(tx, { userId, now: now(), request });
  });
}

/** Makes a change to money or a plan exactly once: records it before the call and after the answer. */
export async function runPaymentActionOnce<T>(
  deps: Pick<Deps, 'db' | 'now'>,
  held: CustomerLease,
  action: PaymentAction<T>,
): Promise<T> {
  const audit = { userId: held.userId, now: deps.now(), request: action };
  const id = await deps.db.transaction((tx) => openAuditRow(tx, audit));
  const finish = (outcome: 'done' | 'refused', stripeId?: string) =>
    deps.db.transaction(async (tx) => {
      await tx
        .update(billingAudit)
        .set({ outcome, stripeId: stripeId ?? null, finishedAt: deps.now() })
        .where(eq(billingAudit.id, id));
      await action.notify?.(outcome, tx);
    });
  try {
    const answer = await action.call(id);
    await finish('done', action.stripeId(answer));
    return answer;
  } catch (error) {
    if (isRefusal(error)) await finish('refused');
    throw error;
  }
}

/** Ends a subscription at once. Voids its open invoices, or Stripe's page would take money for nothing. */
export async function endSubscription(
  deps: BillingDeps,
  held: CustomerLease,
  { customerId, subscription }: Ending,
): Promise<void> {
  const payments = requirePayments(deps);
  await runPaymentActionOnce(deps, held, {
    action: 'end_now',
    subject: subscription.id,
    call: async (key) => {
      await payments.endNow({ subscriptionId: subscription.id, key });
      const { debts } = await payments.factsOf(customerId);
      for (const { invoiceId, subscriptionId } of debts)
        if (subscriptionId === subscription.id) await payments.voidInvoice(invoiceId);
    },
    stripeId: () => subscription.id,
  });
}

type Ending = { customerId: string; subscription: Pick<SubscriptionFacts, 'id'> };
