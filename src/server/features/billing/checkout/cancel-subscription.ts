import { formatDate } from '#domain/format/dates.ts';
import type { Actor } from '#server/actor.ts';
import { AppError } from '#server/errors/app-error.ts';
import { type BillingDeps, requirePayments } from '../billing-deps.ts';
import { endSubscription, runPaymentActionOnce } from '../sync/run-payment-action-once.ts';
import { syncAndEndLapsed } from '../sync/sync-and-end-lapsed.ts';
import { syncHeld } from '../sync/sync-held.ts';
import { withCustomerLease } from '../sync/with-customer-lease.ts';

/** The plan stays until the end of the paid period. If the payment failed, no period is paid, so the plan ends now. */
export async function cancelSubscription(
  deps: BillingDeps,
  { userId }: Pick<Actor, 'userId'>,
): Promise<{ message: string }> {
  const payments = requirePayments(deps);
  return withCustomerLease(deps, userId, async (held) => {
    const { customerId, decision } = await syncHeld(deps, held);
    const { subscription, status } = decision;
    if (subscription === undefined || customerId === undefined) throw new AppError('no_subscription');
    if (status === 'past_due') {
      await endSubscription(deps, held, { customerId, subscription });
      await syncHeld(deps, held);
      return { message: 'Assinatura cancelada. Você está no plano gratuito e nada mais será cobrado.' };
    }
    if (subscription.endsAt === undefined) {
      await runPaymentActionOnce(deps, held, {
        action: 'cancel_at_period_end',
        subject: subscription.id,
        call: (key) => payments.setEndWithPeriod({ subscriptionId: subscription.id, key }),
        stripeId: () => subscription.id,
      });
      await syncHeld(deps, held);
    }
    const until = formatDate(subscription.endsAt ?? subscription.currentPeriodEnd);
    return { message: `Assinatura cancelada. Seu plano vale até ${until}, e nada mais será cobrado.` };
  });
}

const notResumed =
  'Não foi possível retomar a assinatura: ela ainda termina na data marcada. Tente de novo ou fale com o suporte.';

/** Undoes a cancellation while the paid period still runs. */
export async function resumeSubscription(
  deps: BillingDeps,
  { userId }: Pick<Actor, 'userId'>,
): Promise<{ message: string }> {
  const payments = requirePayments(deps);
  return withCustomerLease(deps, userId, async (held) => {
    const { subscription } = (await syncAndEndLapsed(deps, held)).decision;
    if (subscription === undefined) throw new AppError('no_subscription');
    if (subscription.endsAt !== undefined) {
      await runPaymentActionOnce(deps, held, {
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
      // Report Stripe's state afterwards, not the requested one.
      if (decision.status !== 'active') throw new AppError('payments_unavailable', { text: notResumed });
    }
    return { message: 'Assinatura retomada. Ela continua a se renovar.' };
  });
}
