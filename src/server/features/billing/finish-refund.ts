import type { BillingDeps } from './billing-deps.ts';
import { isLive } from './decide-state.ts';
import { endSubscription } from './end-subscription.ts';
import type { Held } from './hold-customer.ts';
import { moneyAction } from './money-action.ts';
import { paymentsOf } from './payments-of.ts';

type Giving = { customerId: string; paymentIntentId: string };

/**
 * Ends what the payment bought, then gives the money back. In this order, and written down before: who is killed in
 * between has neither a plan that nobody pays, nor a refund that nobody finishes.
 */
export async function finishRefund(
  deps: BillingDeps,
  held: Held,
  { customerId, paymentIntentId }: Giving,
): Promise<void> {
  const payments = paymentsOf(deps);
  const history = await payments.paymentsOf(customerId);
  const payment = history.find((each) => each.paymentIntentId === paymentIntentId);
  if (payment === undefined) return;
  await moneyAction(deps, held, {
    action: 'refund',
    subject: paymentIntentId,
    amountCents: payment.amountCents - payment.refundedCents,
    call: async (key) => {
      const { subscriptions } = await payments.factsOf(customerId);
      const bought = subscriptions.find(({ id }) => id === payment.subscriptionId);
      if (bought !== undefined && isLive(bought))
        await endSubscription(deps, held, { customerId, subscription: bought });
      const refundId = await payments.refund({ paymentIntentId, key });
      await payments.dropCredit(customerId);
      return refundId;
    },
    stripeId: (refundId) => refundId ?? paymentIntentId,
  });
}
