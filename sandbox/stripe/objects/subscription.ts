import { newId } from '../ids.ts';
import type { Metadata, NewOptions } from './object.ts';

type ItemInput = { price: string; quantity: number; subscription: string; start: number; end: number };

/** The price is kept by its id and shown whole. */
export type SubscriptionItem = ReturnType<typeof newSubscriptionItem>;
export function newSubscriptionItem(input: ItemInput, { now }: NewOptions) {
  return {
    id: newId('si', 14),
    object: 'subscription_item' as const,
    billing_thresholds: null,
    created: now,
    current_period_end: input.end,
    current_period_start: input.start,
    discounts: [],
    metadata: {} as Metadata,
    price: input.price,
    quantity: input.quantity,
    subscription: input.subscription,
    tax_rates: [],
  };
}

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid';

type SubscriptionInput = {
  customer: string;
  currency: string;
  metadata: Metadata;
  paymentMethod: string | null;
};

export type Subscription = ReturnType<typeof newSubscription>;
export function newSubscription(input: SubscriptionInput, { now }: NewOptions) {
  return {
    id: newId('sub'),
    object: 'subscription' as const,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null as number | null,
    cancel_at_period_end: false,
    canceled_at: null as number | null,
    cancellation_details: {
      comment: null as string | null,
      feedback: null as string | null,
      reason: null as 'cancellation_requested' | 'payment_failed' | null,
    },
    collection_method: 'charge_automatically',
    created: now,
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: input.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null as string | null,
    discounts: [],
    ended_at: null as number | null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: [] as SubscriptionItem[],
    latest_invoice: null as string | null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: input.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete' as SubscriptionStatus,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
    trial_start: null,
    /** Prorations that wait for the next invoice. */
    sandbox: { pendingLines: [] as PendingLine[] },
  };
}

export type PendingLine = {
  amount: number;
  description: string;
  price: string;
  quantity: number;
  item: string;
  period: { start: number; end: number };
  proration: boolean;
};
