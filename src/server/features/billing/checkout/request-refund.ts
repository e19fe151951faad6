import { formatCurrency } from '#domain/format/money.ts';
import type { Actor } from '#server/actor.ts';
import { AppError } from '#server/errors/app-error.ts';
import { type BillingDeps, requirePayments } from '../billing-deps.ts';
import {
  isPendingRefund,
  isRefunded,
  listRefunds,
  paymentsRefundedTogether,
  refundableCents,
  refundDeadline,
  totalRefundableCents,
} from '../refund-rules.ts';
import { processRefunds } from '../sync/process-refunds.ts';
import { recordRequests } from '../sync/run-payment-action-once.ts';
import { syncAndEndLapsed } from '../sync/sync-and-end-lapsed.ts';
import { syncBillingCustomerJob, syncHeld } from '../sync/sync-held.ts';
import { type CustomerLease, withCustomerLease } from '../sync/with-customer-lease.ts';

const registered = (cents: number) =>
  `Seu pedido de reembolso está registrado. ${formatCurrency(cents)} voltam para o mesmo cartão, sem que você precise pedir de novo, e avisamos por e-mail quando isso for feito.`;

const returned =
  'O banco do cartão devolveu este reembolso para nós. O dinheiro continua seu: fale com o suporte para combinar outra forma de receber, como Pix.';

/** The refund is already recorded, so a later sync makes it even after a failure. The answer must never deny it. */
async function executeRefund(
  deps: BillingDeps,
  held: CustomerLease,
  customerId: string,
): Promise<string | undefined> {
  const { faults } = await processRefunds(deps, held, { customerId });
  const foreign = faults.find((fault) => !(fault instanceof AppError));
  if (foreign !== undefined) throw foreign;
  try {
    const { decision } = await syncHeld(deps, held);
    if (faults.length === 0) return decision.plan;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.error({ err: error, userId: held.userId }, 'the billing sync after a refund failed');
  }
  // This job retries on its own, so that the next attempt is not an hour away.
  await deps.queue.send(syncBillingCustomerJob, { customerId }, { singletonKey: customerId });
  return undefined;
}

/**
 * Refunds all payments of a subscription within the legal seven days, and ends its plan. Searches only this
 * customer's payments, so no other customer's payment is ever found.
 */
export async function requestRefund(
  deps: BillingDeps,
  { userId }: Pick<Actor, 'userId'>,
  { paymentIntentId }: { paymentIntentId: string },
): Promise<{ message: string }> {
  const payments = requirePayments(deps);
  return withCustomerLease(deps, userId, async (held) => {
    // Also finishes an earlier refund that is still unanswered.
    const { customerId } = await syncAndEndLapsed(deps, held);
    if (customerId === undefined) throw new AppError('payment_not_found');
    const history = await payments.paymentsOf(customerId);
    const payment = history.find((each) => each.paymentIntentId === paymentIntentId);
    if (payment === undefined) throw new AppError('payment_not_found');
    if (isRefunded(payment))
      throw new AppError('already_refunded', payment.returnedCents > 0 ? { text: returned } : {});
    const rows = await listRefunds(deps, userId);
    if (rows.some((row) => isPendingRefund(row) && row.paymentIntentId === paymentIntentId))
      return { message: registered(refundableCents(payment)) };
    const now = deps.now();
    if (now > refundDeadline(payment)) throw new AppError('refund_too_late');
    const together = paymentsRefundedTogether(payment, { history, now }).toReversed();
    await recordRequests(
      deps,
      held,
      together.map((each) => ({
        action: 'refund',
        subject: each.paymentIntentId,
        amountCents: refundableCents(each),
      })),
    );
    const plan = await executeRefund(deps, held, customerId);
    const cents = totalRefundableCents(together);
    if (plan === undefined) return { message: registered(cents) };
    const ending = plan === 'free' ? 'seu plano agora é o gratuito' : 'o plano que você tem agora continua';
    return {
      message: `Reembolso feito. ${formatCurrency(cents)} voltam para o mesmo cartão em alguns dias, e ${ending}.`,
    };
  });
}
