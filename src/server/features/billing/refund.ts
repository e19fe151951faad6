import type { Actor } from '../../actor.ts';
import { AppError } from '../../app-error.ts';
import type { BillingDeps } from './billing-deps.ts';
import { finishRefund } from './finish-refund.ts';
import { holdingCustomer } from './hold-customer.ts';
import { paymentsOf } from './payments-of.ts';
import { isRefunded, refundDeadline } from './refundable-until.ts';
import { syncHeld } from './sync-held.ts';

/**
 * All of a payment within the seven days that the law gives, and the plan ends with it. It is looked for among what this
 * customer paid, so nobody's else is ever found.
 */
export async function refund(
  deps: BillingDeps,
  { userId }: Pick<Actor, 'userId'>,
  { paymentIntentId }: { paymentIntentId: string },
): Promise<{ message: string }> {
  const payments = paymentsOf(deps);
  return holdingCustomer(deps, userId, async (held) => {
    // Also finishes one that was asked for before and not answered.
    const { customerId } = await syncHeld(deps, held);
    if (customerId === undefined) throw new AppError('payment_not_found');
    const history = await payments.paymentsOf(customerId);
    const payment = history.find((each) => each.paymentIntentId === paymentIntentId);
    if (payment === undefined) throw new AppError('payment_not_found');
    if (isRefunded(payment)) throw new AppError('already_refunded');
    if (deps.now() > refundDeadline(payment)) throw new AppError('refund_too_late');
    await finishRefund(deps, held, { customerId, paymentIntentId });
    await syncHeld(deps, held);
    return {
      message:
        'Reembolso feito. O valor volta para o mesmo cartão em alguns dias, e seu plano agora é o gratuito.',
    };
  });
}
