import { newId } from '../ids.ts';
import type { Customer } from './customer.ts';
import type { NewOptions } from './object.ts';
import type { PendingLine, Subscription } from './subscription.ts';

export type InvoiceReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

type LineInput = { line: PendingLine; invoice: string; subscription: string; currency: string };
type PricedLineInput = LineInput & { price: { product: string; unit_amount_decimal: string } };

function newLine({ line, invoice, subscription, currency, price }: PricedLineInput) {
  return {
    id: newId('il'),
    object: 'line_item' as const,
    amount: line.amount,
    currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.proration,
        proration_details: { credited_items: null },
        subscription,
        subscription_item: line.item,
      },
      type: 'subscription_item_details',
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription,
    subtotal: line.amount,
    taxes: [],
  };
}

type InvoiceInput = {
  customer: Customer;
  subscription: Subscription;
  reason: InvoiceReason;
  lines: (PendingLine & { of: { product: string; unit_amount_decimal: string } })[];
  period: { start: number; end: number };
};

export type Invoice = ReturnType<typeof newInvoice>;
export function newInvoice(
  { customer, subscription, reason, lines, period }: InvoiceInput,
  { now }: NewOptions,
) {
  const id = newId('in');
  const { currency } = subscription;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id,
    object: 'invoice' as const,
    account_country: 'BR',
    account_name: 'Stripe de teste',
    account_tax_ids: null,
    amount_due: Math.max(0, total),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null as string | null,
    invoice_pdf: null as string | null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: lines.map(({ of: price, ...line }) =>
      newLine({ line, price, invoice: id, subscription: subscription.id, currency }),
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null as number | null,
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'open' as 'open' | 'paid' | 'void' | 'uncollectible',
    status_transitions: {
      finalized_at: now,
      marked_uncollectible_at: null,
      paid_at: null as number | null,
      voided_at: null as number | null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
}
