import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';
import billing from './fixtures/billing.json' with { type: 'json' };
import customers from './fixtures/customers.json' with { type: 'json' };
import payments from './fixtures/payments.json' with { type: 'json' };

/** The required fields of the pinned SDK. An upgrade of the SDK that adds a field does not compile here. */
type RequiredFields<T> = { [K in keyof T as Record<never, never> extends Pick<T, K> ? never : K]: unknown };

const fixtures = { ...customers, ...billing, ...payments } satisfies {
  product: RequiredFields<Stripe.Product>;
  price: RequiredFields<Stripe.Price>;
  customer: RequiredFields<Stripe.Customer>;
  subscription: RequiredFields<Stripe.Subscription>;
  invoice: RequiredFields<Stripe.Invoice>;
  charge: RequiredFields<Stripe.Charge>;
  refund: RequiredFields<Stripe.Refund>;
  dispute: RequiredFields<Stripe.Dispute>;
  event: RequiredFields<Stripe.Event>;
  'checkout.session': RequiredFields<Stripe.Checkout.Session>;
  'billing_portal.session': RequiredFields<Stripe.BillingPortal.Session>;
  // Stripe repeats the price as the older `plan`, which the product does not read.
  subscription_item: RequiredFields<Omit<Stripe.SubscriptionItem, 'plan'>>;
  line_item: RequiredFields<Stripe.InvoiceLineItem>;
  invoice_payment: RequiredFields<Stripe.InvoicePayment>;
};

type FixtureKind = keyof typeof fixtures;
type Fixture<K extends FixtureKind> = (typeof fixtures)[K];

export type Metadata = Record<string, string>;
export type Interval = 'month' | 'year';
type List<Data> = { object: string; data: Data; has_more: boolean; url: string };

/**
 * These fields have another type than the fixture's example. The key `sandbox` contains internal state, which answers
 * omit.
 */
type TypedFields = {
  product: { metadata: Metadata };
  price: {
    lookup_key: string | null;
    metadata: Metadata;
    recurring: Omit<(typeof customers)['price']['recurring'], 'interval'> & { interval: Interval };
  };
  customer: {
    metadata: Metadata;
    sandbox: { isDeleted: boolean; failNextPayments: number; card: string };
  };
  subscription: {
    cancel_at: number | null;
    canceled_at: number | null;
    cancellation_details: { comment: null; feedback: null; reason: string | null };
    ended_at: number | null;
    items: List<[ObjectOf<'subscription_item'>]>;
    latest_invoice: string | null;
    metadata: Metadata;
    status: 'active' | 'past_due' | 'canceled';
  };
  subscription_item: { price: ObjectOf<'price'> };
  invoice: {
    lines: List<ObjectOf<'line_item'>[]>;
    next_payment_attempt: number | null;
    status: 'open' | 'paid' | 'void';
    status_transitions: {
      finalized_at: number;
      marked_uncollectible_at: null;
      paid_at: number | null;
      voided_at: number | null;
    };
    sandbox: { paymentIntent: string | null };
  };
  invoice_payment: {
    amount_paid: number | null;
    status_transitions: { canceled_at: null; paid_at: number | null };
  };
  charge: { failure_code: string | null };
  'checkout.session': {
    invoice: string | null;
    metadata: Metadata;
    status: 'open' | 'complete' | 'expired';
    subscription: string | null;
    sandbox: { price: string; subscriptionMetadata: Metadata };
  };
  event: { data: { object: Record<string, unknown> } };
};
type TypedFieldsOf<K> = K extends keyof TypedFields ? TypedFields[K] : unknown;

export type ObjectOf<K extends FixtureKind> = { object: K } & TypedFieldsOf<K> &
  Omit<Fixture<K>, 'object' | keyof TypedFieldsOf<K>>;

/** The sandbox stores these kinds. The other kinds are nested in them. */
export type Kind = Exclude<FixtureKind, 'event' | 'subscription_item' | 'line_item' | 'invoice_payment'>;
export type AnyObject = { [K in Kind]: ObjectOf<K> }[Kind];

/** Callers must set these fields if a kind has them, because the fixture's example would name another object. */
type Given<K extends FixtureKind> = Pick<
  ObjectOf<K>,
  Extract<keyof ObjectOf<K>, 'created' | 'customer' | 'subscription' | 'sandbox'>
>;

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function newId(prefix: string) {
  return `${prefix}_${Array.from({ length: 24 }, () => signs[randomInt(signs.length)]).join('')}`;
}

/** Returns a new object with all fields of the recorded one. */
export function fromFixture<K extends FixtureKind>(
  kind: K,
  changes: Partial<ObjectOf<K>> & Given<K>,
): ObjectOf<K> {
  const fixture = structuredClone(fixtures[kind]);
  const id = newId(fixture.id.slice(0, fixture.id.lastIndexOf('_')));
  return { ...fixture, id, ...changes } as unknown as ObjectOf<K>;
}
