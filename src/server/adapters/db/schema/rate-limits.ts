import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Hits in the current window of a rate limit. The migration makes the table UNLOGGED, which drizzle cannot
 * express. Every limited request writes here, and a crash only resets the windows.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    windowStartedAt: timestamp('window_started_at', { withTimezone: true }).notNull(),
    hits: integer('hits').notNull(),
  },
  /** For the sweep of expired windows. */
  (table) => [index('rate_limits_window_started_at').on(table.windowStartedAt)],
);
