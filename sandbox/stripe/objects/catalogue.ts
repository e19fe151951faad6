import { newId } from '../ids.ts';
import type { Metadata, NewOptions } from './object.ts';

type ProductInput = {
  id?: string | undefined;
  name: string;
  active?: boolean | undefined;
  description?: string | undefined;
  metadata?: Metadata | undefined;
};

export type Product = ReturnType<typeof newProduct>;
export function newProduct(input: ProductInput, { now }: NewOptions) {
  return {
    id: input.id ?? newId('prod', 14),
    object: 'product' as const,
    active: input.active ?? true,
    created: now,
    default_price: null as string | null,
    description: (input.description ?? null) as string | null,
    images: [] as string[],
    livemode: false,
    marketing_features: [],
    metadata: input.metadata ?? {},
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null as string | null,
  };
}

export type Interval = 'day' | 'week' | 'month' | 'year';
export type Recurring = { interval: Interval; interval_count: number };

type PriceInput = {
  product: string;
  currency: string;
  unitAmount: number;
  recurring?: Recurring | undefined;
  active?: boolean | undefined;
  lookupKey?: string | undefined;
  nickname?: string | undefined;
  metadata?: Metadata | undefined;
};

export type Price = ReturnType<typeof newPrice>;
export function newPrice(input: PriceInput, { now }: NewOptions) {
  return {
    id: newId('price'),
    object: 'price' as const,
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: now,
    currency: input.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: (input.lookupKey ?? null) as string | null,
    metadata: input.metadata ?? {},
    nickname: (input.nickname ?? null) as string | null,
    product: input.product,
    recurring: input.recurring
      ? { ...input.recurring, meter: null, trial_period_days: null, usage_type: 'licensed' }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount: input.unitAmount,
    unit_amount_decimal: String(input.unitAmount),
  };
}

/** Stripe still shows beside a price the plan that it was before. */
export function planOf(price: Price) {
  const { id, active, unit_amount, unit_amount_decimal, created, currency, metadata, nickname, product } =
    price;
  return {
    id,
    object: 'plan' as const,
    active,
    amount: unit_amount,
    amount_decimal: unit_amount_decimal,
    billing_scheme: 'per_unit',
    created,
    currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata,
    meter: null,
    nickname,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
