import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SubscriptionStatus } from '#contract/billing.ts';
import { users } from './auth.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** What Stripe last told of a user, and the lease under which one process at a time acts for them. */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    stripeCustomerId: text('stripe_customer_id').unique(),
    stripeSubscriptionId: text('stripe_subscription_id'),
    /** What is subscribed to; what is allowed stands in the profile. */
    plan: text('plan'),
    priceId: text('price_id'),
    status: text('status').$type<SubscriptionStatus>().notNull().default('none'),
    currentPeriodEnd: moment('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    graceUntil: moment('grace_until'),
    /** The failed payment that the owner was told of, so that a sync tells it once. */
    failureToldFor: text('failure_told_for'),
    syncedAt: moment('synced_at'),
    heldBy: uuid('held_by'),
    heldUntil: moment('held_until'),
  },
  (table) => [
    index('billing_customers_synced_at').on(table.syncedAt),
    index('billing_customers_grace_until').on(table.graceUntil),
  ],
);

/** Every event once. What it says is not kept: it is only a hint. */
export const billingEvents = pgTable(
  'billing_events',
  {
    /** Stripe's own. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    stripeCustomerId: text('stripe_customer_id'),
    receivedAt: moment('received_at').notNull(),
    handledAt: moment('handled_at'),
  },
  (table) => [index('billing_events_customer').on(table.stripeCustomerId)],
);

export const billingActions = [
  'checkout',
  'change_plan',
  'cancel_at_period_end',
  'resume',
  'end_now',
  'refund',
] as const;
export type BillingAction = (typeof billingActions)[number];
/** `asked` until Stripe's answer is known; `unknown` where it never came and something newer was asked for. */
export type BillingOutcome = 'asked' | 'done' | 'refused' | 'unknown';

/**
 * Written before Stripe is asked, finished after its answer. The id is the idempotency key, so that asking again after
 * a crash is the same question. A deleted account leaves what was paid and given back, and no sign of who it was.
 */
export const billingAudit = pgTable(
  'billing_audit',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    action: text('action').$type<BillingAction>().notNull(),
    /** What exactly was asked for, in Stripe's ids. */
    subject: text('subject').notNull(),
    outcome: text('outcome').$type<BillingOutcome>().notNull().default('asked'),
    stripeId: text('stripe_id'),
    amountCents: integer('amount_cents'),
    askedAt: moment('asked_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [index('billing_audit_user').on(table.userId, table.askedAt)],
);
