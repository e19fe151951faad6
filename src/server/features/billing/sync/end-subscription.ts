import type { SubscriptionFacts } from '../../../adapters/payments/payments.ts';
import { type BillingDeps, requirePayments } from '../billing-deps.ts';
import { moneyAction } from './money-action.ts';
import type { CustomerLease } from './with-customer-lease.ts';

/** Ends a subscription at once. Voids its open invoices, or Stripe's page would take money for nothing. */
export async function endSubscription(
  deps: BillingDeps,
  held: CustomerLease,
  { customerId, subscription }: Ending,
): Promise<void> {
  const payments = requirePayments(deps);
  await moneyAction(deps, held, {
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
