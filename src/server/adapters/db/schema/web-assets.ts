import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from './columns.ts';

/**
 * The scripts, styles and fonts of each build of the pages that a web process served lately. During an upgrade the
 * browser asks any web process for a file of either build. Their names contain a hash of their content.
 */
export const webAssets = pgTable(
  'web_assets',
  {
    name: text('name').primaryKey(),
    body: bytea('body').notNull(),
    encoding: text('encoding', { enum: ['br', 'identity'] }).notNull(),
    /** The last start, or the last day, of a web process whose build contains the file. */
    lastSharedAt: timestamptz('last_shared_at').notNull().defaultNow(),
  },
  (table) => [index('web_assets_last_shared_at').on(table.lastSharedAt)],
);
