import type Stripe from 'stripe';
import { planOfPrice } from './catalogue.ts';
import { atSeconds, idOf, mostOfAKind, pageSize, subscriptionOf } from './customer-facts.ts';
import { isRefundedAlready } from './payment-fault.ts';
import type { PaymentFacts } from './payments.ts';

const intentOf = ({ payments }: Stripe.Invoice) =>
  idOf(payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent);

/** The last line is what was bought; before it stands what a change gave back. */
const boughtLine = ({ lines }: Stripe.Invoice) =>
  lines.data.findLast(({ amount }) => amount > 0) ?? lines.data.at(-1);

/** Read from what was invoiced and charged, so that no table of ours can say that money came which did not. */
export async function paymentsOf(stripe: Stripe, customer: string): Promise<PaymentFacts[]> {
  const [invoices, charges, prices] = [
    await stripe.invoices
      .list({ customer, status: 'paid', limit: pageSize, expand: ['data.payments'] })
      .autoPagingToArray({ limit: mostOfAKind }),
    await stripe.charges.list({ customer, limit: pageSize }).autoPagingToArray({ limit: mostOfAKind }),
    await stripe.prices.list({ limit: pageSize }).autoPagingToArray({ limit: mostOfAKind }),
  ];
  const planOf = new Map(prices.map((price) => [price.id, planOfPrice(price)]));
  const refunded = new Map<string, number>();
  for (const { payment_intent, amount_refunded } of charges) {
    const intent = idOf(payment_intent);
    if (intent !== undefined) refunded.set(intent, (refunded.get(intent) ?? 0) + amount_refunded);
  }
  return invoices.flatMap((invoice) => {
    const paymentIntentId = intentOf(invoice);
    if (paymentIntentId === undefined || invoice.amount_paid === 0) return [];
    const line = boughtLine(invoice);
    const priceId = idOf(line?.pricing?.price_details?.price);
    return [
      {
        paymentIntentId,
        subscriptionId: subscriptionOf(invoice),
        planId: priceId === undefined ? undefined : planOf.get(priceId),
        description: line?.description ?? '',
        amountCents: invoice.amount_paid,
        refundedCents: refunded.get(paymentIntentId) ?? 0,
        paidAt: atSeconds(invoice.status_transitions.paid_at ?? invoice.created),
        invoiceUrl: invoice.hosted_invoice_url ?? undefined,
      },
    ];
  });
}

export async function refundWhole(
  stripe: Stripe,
  { paymentIntentId, key }: { paymentIntentId: string; key: string },
) {
  try {
    const { id } = await stripe.refunds.create(
      { payment_intent: paymentIntentId, reason: 'requested_by_customer' },
      { idempotencyKey: key },
    );
    return id;
  } catch (error) {
    if (isRefundedAlready(error)) return undefined;
    throw error;
  }
}

export async function dropCredit(stripe: Stripe, id: string) {
  const customer = await stripe.customers.retrieve(id);
  if (customer.deleted || customer.balance >= 0) return;
  await stripe.customers.update(id, { balance: 0 });
}
