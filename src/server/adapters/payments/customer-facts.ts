import type Stripe from 'stripe';
import { planOfPrice } from './catalogue.ts';
import type { CustomerFacts, DebtFacts, SubscriptionFacts } from './payments.ts';
import { refundedOrLostPaymentIntent } from './refunds.ts';
import { fromUnixSeconds, idOf, maxListItems, pageSize } from './stripe-client.ts';

const statuses: ReadonlySet<string> = new Set<SubscriptionFacts['status']>([
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
]);

/** A status that Stripe adds later grants no plan, and does not break the sync. */
const statusOf = (status: string) =>
  statuses.has(status) ? (status as SubscriptionFacts['status']) : ('paused' as const);

export const subscriptionIdOf = ({ parent }: Stripe.Invoice) =>
  idOf(parent?.subscription_details?.subscription);

function factsOfSubscription(subscription: Stripe.Subscription): SubscriptionFacts[] {
  const { id, status, items, created, cancel_at, cancel_at_period_end } = subscription;
  const [item] = items.data;
  if (item === undefined) return [];
  const currentPeriodEnd = fromUnixSeconds(item.current_period_end);
  const endsAt = cancel_at === null ? undefined : fromUnixSeconds(cancel_at);
  return [
    {
      id,
      status: statusOf(status),
      itemId: item.id,
      priceId: item.price.id,
      planId: planOfPrice(item.price),
      priceCents: item.price.unit_amount ?? undefined,
      createdAt: fromUnixSeconds(created),
      currentPeriodEnd,
      endsAt: cancel_at_period_end ? (endsAt ?? currentPeriodEnd) : endsAt,
      hasFixedEnd: endsAt !== undefined && !cancel_at_period_end,
      refundedOrLostPayment: undefined,
    },
  ];
}

const factsOfDebt = (invoice: Stripe.Invoice): DebtFacts => ({
  invoiceId: invoice.id ?? '',
  subscriptionId: subscriptionIdOf(invoice),
  since: fromUnixSeconds(invoice.status_transitions.finalized_at ?? invoice.created),
});

async function readOnce(stripe: Stripe, customer: string): Promise<CustomerFacts> {
  const subscriptions = await stripe.subscriptions
    .list({ customer, status: 'all', limit: pageSize })
    .autoPagingToArray({ limit: maxListItems });
  const open = await stripe.invoices
    .list({ customer, status: 'open', limit: pageSize })
    .autoPagingToArray({ limit: maxListItems });
  return { subscriptions: subscriptions.flatMap(factsOfSubscription), debts: open.map(factsOfDebt) };
}

const owes = ({ status }: SubscriptionFacts) => status === 'past_due' || status === 'unpaid';
const isInconsistent = ({ subscriptions, debts }: CustomerFacts) =>
  subscriptions.some((each) => owes(each) && !debts.some(({ subscriptionId }) => subscriptionId === each.id));

/**
 * Reads two lists in sequence. A payment between them yields a past-due subscription without an open invoice. That
 * would notify the owner again and end the plan at once, so the lists are read again.
 */
export async function customerFacts(stripe: Stripe, customer: string): Promise<CustomerFacts> {
  const first = await readOnce(stripe, customer);
  const facts = isInconsistent(first) ? await readOnce(stripe, customer) : first;
  const subscriptions: SubscriptionFacts[] = [];
  for (const subscription of facts.subscriptions)
    subscriptions.push(
      subscription.status === 'active'
        ? {
            ...subscription,
            refundedOrLostPayment: await refundedOrLostPaymentIntent(stripe, {
              customer,
              subscription: subscription.id,
            }),
          }
        : subscription,
    );
  return { ...facts, subscriptions };
}
