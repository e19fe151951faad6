import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SubscriptionStatus } from '#contract/billing.ts';
import { users } from './auth.ts';
import { id, timestamptz } from './columns.ts';

/** The last known Stripe state of a user, and the lease under which one process at a time acts for that user. */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    stripeCustomerId: text('stripe_customer_id').unique(),
    stripeSubscriptionId: text('stripe_subscription_id'),
    /** The subscribed plan. The profile contains the granted one. */
    plan: text('plan'),
    priceId: text('price_id'),
    status: text('status').$type<SubscriptionStatus>().notNull().default('none'),
    currentPeriodEnd: timestamptz('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    graceUntil: timestamptz('grace_until'),
    /** The failed payment that the user was notified of, so that repeated syncs send one mail. */
    failureToldFor: text('failure_told_for'),
    syncedAt: timestamptz('synced_at'),
    heldBy: uuid('held_by'),
    heldUntil: timestamptz('held_until'),
  },
  (table) => [
    index('billing_customers_synced_at').on(table.syncedAt),
    index('billing_customers_grace_until').on(table.graceUntil),
  ],
);

/** Deduplicates events. Their content is not stored, because it is only a hint to sync. */
export const billingEvents = pgTable(
  'billing_events',
  {
    /** Stripe's event id. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    stripeCustomerId: text('stripe_customer_id'),
    receivedAt: timestamptz('received_at').notNull(),
    handledAt: timestamptz('handled_at'),
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
/** `asked` until Stripe answers. `unknown` if the answer never came and a newer action followed. */
export type BillingOutcome = 'asked' | 'done' | 'refused' | 'unknown';

/**
 * Written before the call to Stripe and completed after it. The id is the idempotency key, so a retry after a crash
 * repeats the same request. Deleting an account keeps its payments and refunds here without the user.
 */
export const billingAudit = pgTable(
  'billing_audit',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    action: text('action').$type<BillingAction>().notNull(),
    /** The exact object of the request, in Stripe's ids. */
    subject: text('subject').notNull(),
    outcome: text('outcome').$type<BillingOutcome>().notNull().default('asked'),
    stripeId: text('stripe_id'),
    amountCents: integer('amount_cents'),
    askedAt: timestamptz('asked_at').notNull(),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [index('billing_audit_user').on(table.userId, table.askedAt)],
);
