/** What the rules of billing know of the vendor: plain facts, in its ids. */
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
  /** Undefined where the price was not made by us and bears no name of a plan. */
  planId: string | undefined;
  /** For one period, as it was when it was bought. */
  priceCents: number | undefined;
  createdAt: Date;
  currentPeriodEnd: Date;
  endsAt: Date | undefined;
  /** It ends on a date that was set, as the vendor's own pages do, and not with its period. */
  hasFixedEnd: boolean;
  /** Its newest payment, where all of it was refunded or lost in a dispute. */
  givenBackPayment: string | undefined;
}>;

/** An invoice that waits to be paid. */
export type DebtFacts = Readonly<{ invoiceId: string; subscriptionId: string | undefined; since: Date }>;

/** All that decides what a customer has, as Stripe tells it at one moment. */
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
  /** Refunded, also where the bank sent it back: the same card is not tried again. */
  refundedCents: number;
  /** The part of it that the bank sent back to us. */
  returnedCents: number;
  /** Money from before it that it took up: credit, and time that was left. It does not go back to the card with it. */
  olderCents: number;
  paidAt: Date;
  invoiceUrl: string | undefined;
}>;

export type CheckoutFacts = Readonly<{ id: string; priceId: string | undefined; url: string | undefined }>;

/** `replaces`: one that is gone at Stripe, so that the answer of its making is not given again. */
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
/** What a change settles at once: with the card, or as credit for later invoices. */
export type SettledFacts = Readonly<{ dueCents: number; creditCents: number }>;
type Keyed = { subscriptionId: string; key: string };

export type Payments = Readonly<{
  /** Finds the plan's price, or makes it as the plan's row says. Gives its id. */
  priceOf: (plan: SoldPlan) => Promise<string>;
  createCustomer: (customer: NewCustomer) => Promise<string>;
  /** Deleted at Stripe, or never there. */
  isGone: (customerId: string) => Promise<boolean>;
  setEmail: (change: { customerId: string; email: string }) => Promise<void>;
  /** The user that a customer was made for. */
  userOf: (customerId: string) => Promise<string | undefined>;
  factsOf: (customerId: string) => Promise<CustomerFacts>;
  openCheckouts: (customerId: string) => Promise<readonly CheckoutFacts[]>;
  createCheckout: (checkout: NewCheckout) => Promise<{ id: string; url: string | undefined }>;
  expireCheckout: (id: string) => Promise<void>;
  /** Nothing is changed by it. */
  previewPrice: (
    change: Pick<PriceChange, 'subscriptionId' | 'priceId'>,
  ) => Promise<SettledFacts & { renewsAt: Date | undefined }>;
  changePrice: (change: PriceChange) => Promise<SettledFacts>;
  setEndWithPeriod: (change: Keyed) => Promise<void>;
  /** Takes an end back, however it was set. */
  keepRunning: (change: Keyed & { hasFixedEnd: boolean }) => Promise<void>;
  /** At once, with nothing given back. */
  endNow: (change: Keyed) => Promise<void>;
  /** An invoice that nobody is to pay any more: its page would still take the money. */
  voidInvoice: (invoiceId: string) => Promise<void>;
  /** All of a payment. Gives the refund's id; undefined where it had been given back already. */
  refund: (refund: { paymentIntentId: string; key: string }) => Promise<string | undefined>;
  /** Makes the credit what it would be if these payments of an ended subscription had never been. */
  settleCredit: (settling: {
    customerId: string;
    subscriptionId: string;
    paymentIntentIds: readonly string[];
  }) => Promise<void>;
  /** What is kept for the next invoices, in cents. */
  creditOf: (customerId: string) => Promise<number>;
  /** The newest first. */
  paymentsOf: (customerId: string) => Promise<readonly PaymentFacts[]>;
  portalUrl: (options: { customerId: string; returnUrl: string }) => Promise<string>;
  /** Checks signature and time over the bytes as they came. */
  readEvent: (body: Buffer, signature: string) => Promise<EventFacts>;
}>;

export type FailedRefund = Readonly<{ paymentIntentId: string; amountCents: number }>;

export type EventFacts = Readonly<{
  id: string;
  type: string;
  customerId: string | undefined;
  /** One that was made and came back. */
  failedRefund: FailedRefund | undefined;
}>;
