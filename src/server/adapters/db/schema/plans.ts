import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ownerId, users } from './auth.ts';
import { createdAt, timestamptz, updatedAt } from './columns.ts';

/** The plans on sale and their limits. A migration seeds them, and the operator may change the rows. */
export const plans = pgTable('plans', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  priceCents: integer('price_cents').notNull(),
  billingPeriod: text('billing_period').$type<'Mensal' | 'Anual'>().notNull(),
  /** Texts for the screens. The columns below contain the real limits. */
  features: text('features').array().notNull(),
  isFeatured: boolean('is_featured').notNull().default(false),
  isComingSoon: boolean('is_coming_soon').notNull().default(false),
  hoursPerMonth: integer('hours_per_month').notNull(),
  maxFileMinutes: integer('max_file_minutes').notNull(),
  /** Megabytes of stored recordings per account. The default is for rows that an older release inserts. */
  maxStoredMegabytes: integer('max_stored_megabytes').notNull().default(5_000),
  hasWatermark: boolean('has_watermark').notNull(),
  hasTextExports: boolean('has_text_exports').notNull(),
  hasSummaries: boolean('has_summaries').notNull(),
});

/** Seconds of audio per calendar month in São Paulo. Parallel uploads lock this row, so they cannot overdraw it. */
export const usageMonths = pgTable(
  'usage_months',
  {
    userId: ownerId(),
    month: date('month').notNull(),
    reservedSeconds: integer('reserved_seconds').notNull().default(0),
    settledSeconds: integer('settled_seconds').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.month] })],
);

/** A user's profile in the product, created at the first sign-in. */
export const profiles = pgTable(
  'profiles',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    avatar: text('avatar'),
    plan: text('plan')
      .notNull()
      .default('free')
      .references(() => plans.id),
    occupation: text('occupation'),
    useCase: text('use_case'),
    howFound: text('how_found'),
    /** The time at which the welcome mail was queued, so that it is sent once. */
    welcomedAt: timestamptz('welcomed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('profiles_plan').on(table.plan)],
);
