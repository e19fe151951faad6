import type { Actor } from '../../../actor.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { moneyAction } from '../sync/money-action.ts';
import { paymentsOf } from '../sync/payments-of.ts';
import { syncHeld } from '../sync/sync-held.ts';
import { syncSettled } from '../sync/sync-settled.ts';
import { withCustomerLease } from '../sync/with-customer-lease.ts';

const notResumed =
  'Não foi possível retomar a assinatura: ela ainda termina na data marcada. Tente de novo ou fale com o suporte.';

/** Takes a cancellation back while what is paid still runs. */
export async function resumeSubscription(
  deps: BillingDeps,
  { userId }: Pick<Actor, 'userId'>,
): Promise<{ message: string }> {
  const payments = paymentsOf(deps);
  return withCustomerLease(deps, userId, async (held) => {
    const { subscription } = (await syncSettled(deps, held)).decision;
    if (subscription === undefined) throw new AppError('no_subscription');
    if (subscription.endsAt !== undefined) {
      await moneyAction(deps, held, {
        action: 'resume',
        subject: subscription.id,
        call: (key) =>
          payments.keepRunning({
            subscriptionId: subscription.id,
            hasFixedEnd: subscription.hasFixedEnd,
            key,
          }),
        stripeId: () => subscription.id,
      });
      const { decision } = await syncHeld(deps, held);
      // What is said is what Stripe says afterwards, not what was asked for.
      if (decision.status !== 'active') throw new AppError('payments_unavailable', { text: notResumed });
    }
    return { message: 'Assinatura retomada. Ela continua a se renovar.' };
  });
}
