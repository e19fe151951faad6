import { newId } from '../ids.ts';
import type { Metadata, NewOptions } from './object.ts';

const defaultOpenSeconds = 24 * 3_600;

export type SessionLine = { id: string; price: string; quantity: number };

type SessionInput = {
  customer: string | null;
  customerEmail: string | null;
  clientReferenceId: string | null;
  metadata: Metadata;
  subscriptionMetadata: Metadata;
  locale: string | null;
  successUrl: string;
  cancelUrl: string | null;
  expiresAt: number | undefined;
  lines: SessionLine[];
  amount: number;
  currency: string;
};

export type Session = ReturnType<typeof newSession>;
export function newSession(input: SessionInput, { now }: NewOptions) {
  return {
    id: newId('cs_test', 58),
    object: 'checkout.session' as const,
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: input.amount,
    amount_total: input.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: input.cancelUrl,
    client_reference_id: input.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: input.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: input.customer,
    customer_account: null,
    customer_creation: input.customer === null ? 'always' : null,
    customer_details: null as SessionCustomer | null,
    customer_email: input.customerEmail,
    discounts: null,
    expires_at: input.expiresAt ?? now + defaultOpenSeconds,
    integration_identifier: null,
    invoice: null as string | null,
    invoice_creation: null,
    livemode: false,
    locale: input.locale,
    managed_payments: { enabled: false },
    metadata: input.metadata,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid' as 'unpaid' | 'paid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: {
      allow_redisplay_filters: ['always'],
      payment_method_remove: 'disabled',
      payment_method_save: null,
    },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open' as 'open' | 'complete' | 'expired',
    submit_type: null,
    subscription: null as string | null,
    success_url: input.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: null as string | null,
    wallet_options: null,
    sandbox: { lines: input.lines, subscriptionMetadata: input.subscriptionMetadata },
  };
}

export type SessionCustomer = ReturnType<typeof sessionCustomer>;
export const sessionCustomer = ({ email, name }: { email: string | null; name: string | null }) => ({
  address: null,
  business_name: null,
  email,
  individual_name: null,
  name,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
});

type PortalInput = { customer: string; returnUrl: string | null; locale: string | null };

export type PortalSession = ReturnType<typeof newPortalSession>;
export function newPortalSession({ customer, returnUrl, locale }: PortalInput, { now }: NewOptions) {
  return {
    id: newId('bps'),
    object: 'billing_portal.session' as const,
    configuration: 'bpc_sandbox',
    created: now,
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale,
    on_behalf_of: null,
    return_url: returnUrl,
    url: '',
  };
}
