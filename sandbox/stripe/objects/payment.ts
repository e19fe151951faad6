import { newId } from '../ids.ts';
import type { Customer, PaymentMethod } from './customer.ts';
import type { Invoice } from './invoice.ts';
import { type Metadata, type NewOptions, noAddress } from './object.ts';

type ForInvoice = { invoice: Invoice; customer: Customer };

export type PaymentIntent = ReturnType<typeof newPaymentIntent>;
export function newPaymentIntent({ invoice, customer }: ForInvoice, { now }: NewOptions) {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newId(`${id}_secret`) as string | null,
    confirmation_method: 'automatic',
    created: now,
    currency: invoice.currency,
    customer: customer.id,
    customer_account: null,
    description: 'Subscription payment',
    excluded_payment_method_types: null,
    last_payment_error: null as ReturnType<typeof declineOf> | null,
    latest_charge: null as string | null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: {} as Metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method' as 'requires_payment_method' | 'succeeded' | 'canceled',
    transfer_data: null,
    transfer_group: null,
  };
}

export const declineOf = (charge: string) => ({
  advice_code: 'try_again_later',
  charge,
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
  type: 'card_error' as const,
});

type InvoicePaymentInput = { invoice: Invoice; paymentIntent: string };

export type InvoicePayment = ReturnType<typeof newInvoicePayment>;
export function newInvoicePayment({ invoice, paymentIntent }: InvoicePaymentInput, { now }: NewOptions) {
  return {
    id: newId('inpay'),
    object: 'invoice_payment' as const,
    amount_paid: null as number | null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'open' as 'open' | 'paid' | 'canceled',
    status_transitions: { canceled_at: null, paid_at: null as number | null },
  };
}

type ChargeInput = {
  intent: PaymentIntent;
  customer: Customer;
  card: PaymentMethod | undefined;
  succeeded: boolean;
};

function cardDetails({ card }: PaymentMethod, amount: number) {
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4, checks } = card;
  const never = { status: 'unavailable' } as const;
  return {
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand,
      checks,
      country,
      exp_month,
      exp_year,
      extended_authorization: { status: 'disabled' },
      fingerprint,
      funding,
      incremental_authorization: never,
      installments: null,
      last4,
      mandate: null,
      multicapture: never,
      network: brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  };
}

export type Charge = ReturnType<typeof newCharge>;
export function newCharge({ intent, customer, card, succeeded }: ChargeInput, { now }: NewOptions) {
  return {
    id: newId('ch'),
    object: 'charge' as const,
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: succeeded ? newId('txn') : null,
    billing_details: {
      address: noAddress,
      email: customer.email,
      name: customer.name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: 'ESCRIBA TESTE',
    captured: succeeded,
    created: now,
    currency: intent.currency,
    customer: customer.id,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: succeeded ? null : 'card_declined',
    failure_message: succeeded ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: false,
    metadata: {} as Metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: succeeded ? null : 'try_again_later',
      network_advice_code: null,
      network_decline_code: null,
      network_status: succeeded ? 'approved_by_network' : 'declined_by_network',
      reason: succeeded ? null : 'generic_decline',
      seller_message: succeeded ? 'Payment complete.' : 'The bank did not return any further details.',
      type: succeeded ? 'authorized' : 'issuer_declined',
    },
    paid: succeeded,
    payment_intent: intent.id,
    payment_method: card?.id ?? null,
    payment_method_details: card === undefined ? null : cardDetails(card, intent.amount),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null as string | null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: succeeded ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

type RefundInput = { charge: Charge; amount: number; reason: string | null; metadata: Metadata };

export type Refund = ReturnType<typeof newRefund>;
export function newRefund({ charge, amount, reason, metadata }: RefundInput, { now }: NewOptions) {
  return {
    id: newId('re'),
    object: 'refund' as const,
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
