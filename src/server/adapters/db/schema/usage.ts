import { date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';

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
