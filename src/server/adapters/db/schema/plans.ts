import { boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';

/** What can be bought and what it allows: rows that whoever runs the product may change. Seeded by a migration. */
export const plans = pgTable('plans', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  priceCents: integer('price_cents').notNull(),
  billingPeriod: text('billing_period').$type<'Mensal' | 'Anual'>().notNull(),
  /** Texts for people, as the screens list them; what is allowed stands in the columns below. */
  features: text('features').array().notNull(),
  isFeatured: boolean('is_featured').notNull().default(false),
  isComingSoon: boolean('is_coming_soon').notNull().default(false),
  hoursPerMonth: integer('hours_per_month').notNull(),
  maxFileMinutes: integer('max_file_minutes').notNull(),
  hasWatermark: boolean('has_watermark').notNull(),
  hasTextExports: boolean('has_text_exports').notNull(),
  hasSummaries: boolean('has_summaries').notNull(),
});

/** Seconds of audio in one calendar month of São Paulo: one row to lock, so that parallel uploads cannot overdraw it. */
export const usageMonths = pgTable(
  'usage_months',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    month: date('month').notNull(),
    reservedSeconds: integer('reserved_seconds').notNull().default(0),
    settledSeconds: integer('settled_seconds').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.month] })],
);
