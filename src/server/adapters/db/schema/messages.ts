import { customType, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Case-insensitive text, so that an address is the same however it was typed. */
const citext = customType<{ data: string }>({ dataType: () => 'citext' });

const messageColumns = () => ({
  /** gen_random_uuid() exists in every PostgreSQL; uuidv7() is missing before 18 and on YugabyteDB. */
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  email: citext('email').notNull(),
  message: text('message').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const contactMessages = pgTable('contact_messages', messageColumns(), (table) => [
  index('contact_messages_created_at').on(table.createdAt),
  // For the export and the deletion of an account.
  index('contact_messages_email').on(table.email),
]);

export const feedbackMessages = pgTable('feedback_messages', messageColumns(), (table) => [
  index('feedback_messages_created_at').on(table.createdAt),
  index('feedback_messages_email').on(table.email),
]);

/** People to notify when an announced plan goes on sale: one row per address. */
export const premiumInterests = pgTable(
  'premium_interests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    email: citext('email').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('premium_interests_created_at').on(table.createdAt)],
);
