import { newId } from '../ids.ts';
import { type Metadata, type NewOptions, noAddress } from './object.ts';

type CustomerInput = {
  email?: string | undefined;
  name?: string | undefined;
  phone?: string | undefined;
  description?: string | undefined;
  preferredLocales?: string[] | undefined;
  metadata?: Metadata | undefined;
};

export type Customer = ReturnType<typeof newCustomer>;
export function newCustomer(input: CustomerInput, { now }: NewOptions) {
  return {
    id: newId('cus', 14),
    object: 'customer' as const,
    address: null,
    /** Below zero is what the next invoice takes off. */
    balance: 0,
    created: now,
    currency: null as string | null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: (input.description ?? null) as string | null,
    discount: null,
    email: (input.email ?? null) as string | null,
    invoice_prefix: newId('x', 8).slice(2).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null as string | null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: input.metadata ?? {},
    name: (input.name ?? null) as string | null,
    next_invoice_sequence: 1,
    phone: (input.phone ?? null) as string | null,
    preferred_locales: input.preferredLocales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    sandbox: { deleted: false, failNextPayments: 0 },
  };
}

/** The second kind is Stripe's own card that can be saved and never pays. */
const cards = {
  good: { brand: 'visa', last4: '4242' },
  other: { brand: 'mastercard', last4: '4444' },
  declined: { brand: 'visa', last4: '0341' },
} as const;
export type CardKind = keyof typeof cards;

export type PaymentMethod = ReturnType<typeof newPaymentMethod>;
export function newPaymentMethod(
  { customer, kind }: { customer: Pick<Customer, 'id' | 'email' | 'name'>; kind: CardKind },
  { now }: NewOptions,
) {
  const { brand, last4 } = cards[kind];
  return {
    id: newId('pm'),
    object: 'payment_method' as const,
    allow_redisplay: 'unspecified',
    billing_details: {
      address: noAddress,
      email: customer.email,
      name: customer.name,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'BR',
      display_brand: brand,
      exp_month: 12,
      exp_year: 2040,
      fingerprint: `sandbox${last4}`,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: customer.id as string | null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
    sandbox: { declines: kind === 'declined' },
  };
}
