import { eq } from 'drizzle-orm';
import type { Transaction } from '../../../adapters/db/database.ts';
import { users } from '../../../adapters/db/schema/auth.ts';
import type { PaymentFacts } from '../../../adapters/payments/payments.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { type BillingDeps, requirePayments } from '../billing-deps.ts';
import { isLive } from './decide-state.ts';
import { endSubscription } from './end-subscription.ts';
import { moneyAction } from './money-action.ts';
import {
  isPendingRefund,
  isRefundDue,
  listRefunds,
  type RefundRow,
  refundableCents,
} from './refund-rules.ts';
import type { CustomerLease } from './with-customer-lease.ts';

type RefundInput = { customerId: string; payment: PaymentFacts; history: readonly PaymentFacts[] };

/** Those of one subscription: together they are one refund to who asked for it. */
const rowsBeside = (rows: readonly RefundRow[], { payment, history }: RefundInput) =>
  rows.filter(({ paymentIntentId }) =>
    history.some(
      (each) =>
        each.paymentIntentId === paymentIntentId &&
        (each === payment || (each.subscriptionId ?? each) === payment.subscriptionId),
    ),
  );

type RefundNotice = { rows: readonly RefundRow[]; payment: PaymentFacts; tx: Transaction };

/** Once, when the last of what goes back together has gone. */
async function notifyOwner(
  deps: BillingDeps,
  { userId }: CustomerLease,
  { rows, payment, tx }: RefundNotice,
) {
  if (rows.some((row) => isPendingRefund(row) && row.paymentIntentId !== payment.paymentIntentId)) return;
  const [user] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (user === undefined) return;
  const amountCents = rows.reduce((sum, row) => sum + row.amountCents, 0);
  const data = { name: user.name, amountCents };
  await queueMail(deps, { template: 'refund-made', to: user.email, data }, { tx });
}

/** An operator has to look at it; the first refusal is mailed, each is logged. */
async function notifyOperator(
  deps: BillingDeps,
  { userId }: CustomerLease,
  { rows, payment, tx }: RefundNotice,
) {
  const { paymentIntentId } = payment;
  if (rows.some((row) => row.paymentIntentId === paymentIntentId && row.outcome === 'refused')) return;
  const [user] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (user === undefined) return;
  const data = { ...user, amountCents: refundableCents(payment), paymentIntentId };
  const to = deps.config.mail.supportAddress;
  await queueMail(deps, { template: 'refund-refused', to, data }, { tx });
}

/**
 * Ends what the payment bought, then gives the money back. In this order, and written down before: who is killed in
 * between has neither a plan that nobody pays, nor a refund that nobody finishes.
 */
async function refundPayment(deps: BillingDeps, held: CustomerLease, giving: RefundInput): Promise<void> {
  const payments = requirePayments(deps);
  const { customerId, payment } = giving;
  const { paymentIntentId, subscriptionId } = payment;
  const rows = rowsBeside(await listRefunds(deps, held.userId), giving);
  await moneyAction(deps, held, {
    action: 'refund',
    subject: paymentIntentId,
    amountCents: refundableCents(payment),
    call: async (key) => {
      const live = (await payments.factsOf(customerId)).subscriptions.filter(isLive);
      const bought = live.find(({ id }) => id === subscriptionId);
      if (bought !== undefined) await endSubscription(deps, held, { customerId, subscription: bought });
      const refundId = await payments.refund({ paymentIntentId, key });
      // Credit that another subscription lives on is not this one's to settle.
      if (subscriptionId !== undefined && live.every((each) => each === bought)) {
        const paymentIntentIds = rows.map((row) => row.paymentIntentId);
        await payments.settleCredit({ customerId, subscriptionId, paymentIntentIds });
      }
      return refundId;
    },
    stripeId: (refundId) => refundId ?? paymentIntentId,
    tell: (outcome, tx) =>
      (outcome === 'done' ? notifyOwner : notifyOperator)(deps, held, { rows, payment, tx }),
  });
}

/**
 * All that was asked back and has not gone: just now, or when a process was killed, or when the vendor did not answer
 * or refused. One that fails does not keep the others; it stays owed, and the next sync tries again.
 */
export async function processRefunds(
  deps: BillingDeps,
  held: CustomerLease,
  { customerId }: { customerId: string },
): Promise<{ faults: unknown[] }> {
  const owed = (await listRefunds(deps, held.userId)).filter((row) => isRefundDue(row, deps.now()));
  if (owed.length === 0) return { faults: [] };
  const faults: unknown[] = [];
  const failed = (err: unknown, paymentIntentId?: string) => {
    faults.push(err);
    deps.log.error({ err, userId: held.userId, paymentIntentId }, 'a refund is still to be made');
  };
  try {
    const history = await requirePayments(deps).paymentsOf(customerId);
    for (const { paymentIntentId } of owed) {
      const payment = history.find((each) => each.paymentIntentId === paymentIntentId);
      try {
        if (payment === undefined) throw new Error('a payment to be given back is not there');
        await refundPayment(deps, held, { customerId, payment, history });
      } catch (error) {
        failed(error, paymentIntentId);
      }
    }
  } catch (error) {
    failed(error);
  }
  return { faults };
}
