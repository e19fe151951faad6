import { findUser } from '#server/adapters/auth/account-rows.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import type { PaymentFacts } from '#server/adapters/payments/payments.ts';
import { isRefusal } from '#server/adapters/payments/stripe-errors.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import { type BillingDeps, requirePayments } from '../billing-deps.ts';
import {
  isPendingRefund,
  isRefundDue,
  isRefunded,
  listRefunds,
  type RefundRow,
  refundableCents,
} from '../refund-rules.ts';
import { isLive } from './decide-state.ts';
import { endSubscription, runPaymentActionOnce } from './run-payment-action-once.ts';
import type { CustomerLease } from './with-customer-lease.ts';

type RefundInput = { customerId: string; payment: PaymentFacts; history: readonly PaymentFacts[] };

/** The rows of one subscription form one refund for its owner. */
const rowsBeside = (rows: readonly RefundRow[], { payment, history }: RefundInput) =>
  rows.filter(({ paymentIntentId }) =>
    history.some(
      (each) =>
        each.paymentIntentId === paymentIntentId &&
        (each === payment || (each.subscriptionId ?? each) === payment.subscriptionId),
    ),
  );

type RefundNotice = { rows: readonly RefundRow[]; payment: PaymentFacts; tx: Transaction };

/** Mails once, when the last of these payments is refunded. */
async function notifyOwner(
  deps: BillingDeps,
  { userId }: CustomerLease,
  { rows, payment, tx }: RefundNotice,
) {
  if (rows.some((row) => isPendingRefund(row) && row.paymentIntentId !== payment.paymentIntentId)) return;
  const user = await findUser(tx, userId);
  if (user === undefined) return;
  const amountCents = rows.reduce((sum, row) => sum + row.amountCents, 0);
  const data = { name: user.name, amountCents };
  await queueMail(deps, { template: 'refund-made', to: user.email, data }, { tx });
}

/** Asks an operator to look at it. Mails the first refusal; the log has all of them. */
async function notifyOperator(
  deps: BillingDeps,
  { userId }: CustomerLease,
  { rows, payment, tx }: RefundNotice,
) {
  const { paymentIntentId } = payment;
  if (rows.some((row) => row.paymentIntentId === paymentIntentId && row.outcome === 'refused')) return;
  const user = await findUser(tx, userId);
  if (user === undefined) return;
  const data = { ...user, amountCents: refundableCents(payment), paymentIntentId };
  const to = deps.config.mail.supportAddress;
  await queueMail(deps, { template: 'refund-refused', to, data }, { tx });
}

/**
 * Ends the subscription first, then refunds. Both are recorded before, so that a crash in between leaves neither
 * an unpaid plan nor an unfinished refund.
 */
async function refundPayment(deps: BillingDeps, held: CustomerLease, giving: RefundInput): Promise<void> {
  const payments = requirePayments(deps);
  const { customerId, payment } = giving;
  const { paymentIntentId, subscriptionId } = payment;
  const rows = rowsBeside(await listRefunds(deps, held.userId), giving);
  let isTakenByBank = false;
  /** Stripe refuses for ever to refund what the bank took in a lost dispute. The card's owner has that money. */
  const refundUnlessTaken = async (key: string) => {
    try {
      return await payments.refund({ paymentIntentId, key });
    } catch (error) {
      if (!isRefusal(error) || !isRefunded(payment)) throw error;
      isTakenByBank = true;
      return undefined;
    }
  };
  await runPaymentActionOnce(deps, held, {
    action: 'refund',
    subject: paymentIntentId,
    amountCents: refundableCents(payment),
    call: async (key) => {
      const live = (await payments.factsOf(customerId)).subscriptions.filter(isLive);
      const bought = live.find(({ id }) => id === subscriptionId);
      if (bought !== undefined) await endSubscription(deps, held, { customerId, subscription: bought });
      const refundId = await refundUnlessTaken(key);
      // Another live subscription still uses this credit, so leave it.
      if (subscriptionId !== undefined && live.every((each) => each === bought)) {
        const paymentIntentIds = rows.map((row) => row.paymentIntentId);
        await payments.settleCredit({ customerId, subscriptionId, paymentIntentIds });
      }
      return refundId;
    },
    stripeId: (refundId) => refundId ?? paymentIntentId,
    notify: async (outcome, tx) => {
      // The bank told them.
      if (isTakenByBank) return;
      await (outcome === 'done' ? notifyOwner : notifyOperator)(deps, held, { rows, payment, tx });
    },
  });
}

/**
 * Makes all requested refunds that are still owed: new ones, and those that a crash, an outage or a refusal left.
 * A failing refund does not block the others. It stays owed until a later sync succeeds.
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
    deps.log.error({ err, userId: held.userId, paymentIntentId }, 'a refund failed and stays owed');
  };
  try {
    const history = await requirePayments(deps).paymentsOf(customerId);
    for (const { paymentIntentId } of owed) {
      const payment = history.find((each) => each.paymentIntentId === paymentIntentId);
      try {
        if (payment === undefined) throw new Error('Stripe does not list a payment that is to be refunded');
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
