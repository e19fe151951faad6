import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Hits in the running window of a limit. The migration makes it UNLOGGED, which drizzle cannot say: it is
 * written on every limited request, and what a crash costs is only that the windows begin anew.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    windowStartedAt: timestamp('window_started_at', { withTimezone: true }).notNull(),
    hits: integer('hits').notNull(),
  },
  /** For the sweep of windows that are long over. */
  (table) => [index('rate_limits_window_started_at').on(table.windowStartedAt)],
);
