/** The billing rules' view of Stripe: plain facts with Stripe's ids. */
export type SoldPlan = Readonly<{
  id: string;
  name: string;
  description: string;
  priceCents: number;
  billingPeriod: 'Mensal' | 'Anual';
}>;

export type SubscriptionFacts = Readonly<{
  id: string;
  status:
    | 'active'
    | 'trialing'
    | 'past_due'
    | 'unpaid'
    | 'paused'
    | 'incomplete'
    | 'incomplete_expired'
    | 'canceled';
  itemId: string;
  priceId: string;
  /** Undefined if the price is not ours and names no plan. */
  planId: string | undefined;
  /** Per period, at the subscribed price. */
  priceCents: number | undefined;
  createdAt: Date;
  currentPeriodEnd: Date;
  endsAt: Date | undefined;
  /** True if it ends on a fixed date, as set on Stripe's pages, instead of at the period's end. */
  hasFixedEnd: boolean;
  /** Its newest payment, if it was fully refunded or lost in a dispute. */
  refundedOrLostPayment: string | undefined;
}>;

/** An unpaid invoice. */
export type DebtFacts = Readonly<{ invoiceId: string; subscriptionId: string | undefined; since: Date }>;

/** A snapshot of everything at Stripe that decides a customer's plan. */
export type CustomerFacts = Readonly<{
  subscriptions: readonly SubscriptionFacts[];
  debts: readonly DebtFacts[];
}>;

export type PaymentFacts = Readonly<{
  paymentIntentId: string;
  subscriptionId: string | undefined;
  planId: string | undefined;
  description: string;
  amountCents: number;
  /** Refunded, including refunds that the bank returned: we do not retry the same card. */
  refundedCents: number;
  /** The part of the refund that the bank returned to us. */
  returnedCents: number;
  /** Older money used by this payment: credit and unused time. A refund does not return it to the card. */
  olderCents: number;
  paidAt: Date;
  invoiceUrl: string | undefined;
}>;

export type CheckoutFacts = Readonly<{ id: string; priceId: string | undefined; url: string | undefined }>;

/** `replaces` is a customer deleted at Stripe. It changes the idempotency key, so that Stripe creates a new one. */
type NewCustomer = { userId: string; name: string; email: string; replaces: string | undefined };
type NewCheckout = {
  customerId: string;
  userId: string;
  priceId: string;
  successUrl: string;
  cancelUrl: string;
  key: string;
};
type PriceChange = {
  subscriptionId: string;
  itemId: string;
  priceId: string;
  hasFixedEnd: boolean;
  key: string;
};
/** The immediate result of a change: a charge to the card, or credit for later invoices. */
export type SettledFacts = Readonly<{ dueCents: number; creditCents: number }>;
type Keyed = { subscriptionId: string; key: string };

export type Payments = Readonly<{
  /** Returns the id of the plan's price. Creates it from the plan's row if missing. */
  priceOf: (plan: SoldPlan) => Promise<string>;
  createCustomer: (customer: NewCustomer) => Promise<string>;
  /** True if Stripe deleted the customer or never had it. */
  isGone: (customerId: string) => Promise<boolean>;
  setEmail: (change: { customerId: string; email: string }) => Promise<void>;
  /** The user that this customer belongs to. */
  userOf: (customerId: string) => Promise<string | undefined>;
  factsOf: (customerId: string) => Promise<CustomerFacts>;
  openCheckouts: (customerId: string) => Promise<readonly CheckoutFacts[]>;
  createCheckout: (checkout: NewCheckout) => Promise<{ id: string; url: string | undefined }>;
  expireCheckout: (id: string) => Promise<void>;
  /** Read-only. */
  previewPrice: (
    change: Pick<PriceChange, 'subscriptionId' | 'priceId'>,
  ) => Promise<SettledFacts & { renewsAt: Date | undefined }>;
  changePrice: (change: PriceChange) => Promise<SettledFacts>;
  setEndWithPeriod: (change: Keyed) => Promise<void>;
  /** Cancels a scheduled end, however it was set. */
  keepRunning: (change: Keyed & { hasFixedEnd: boolean }) => Promise<void>;
  /** Ends the subscription at once, without a refund. */
  endNow: (change: Keyed) => Promise<void>;
  /** Voids an obsolete invoice, because its page would still accept a payment. */
  voidInvoice: (invoiceId: string) => Promise<void>;
  /** Refunds a payment in full. Returns the refund's id, or undefined if it was refunded before. */
  refund: (refund: { paymentIntentId: string; key: string }) => Promise<string | undefined>;
  /** Sets the credit as if these payments of an ended subscription had never happened. */
  settleCredit: (settling: {
    customerId: string;
    subscriptionId: string;
    paymentIntentIds: readonly string[];
  }) => Promise<void>;
  /** The credit for the next invoices, in cents. */
  creditOf: (customerId: string) => Promise<number>;
  /** Newest first. */
  paymentsOf: (customerId: string) => Promise<readonly PaymentFacts[]>;
  portalUrl: (options: { customerId: string; returnUrl: string }) => Promise<string>;
  /** Verifies the signature and time against the raw bytes. */
  readEvent: (body: Buffer, signature: string) => Promise<EventFacts>;
}>;

export type FailedRefund = Readonly<{ paymentIntentId: string; amountCents: number }>;

export type EventFacts = Readonly<{
  id: string;
  type: string;
  customerId: string | undefined;
  /** A refund that failed after it was created. */
  failedRefund: FailedRefund | undefined;
}>;
