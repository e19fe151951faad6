import { customType, index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';

/** Case-insensitive text, so that an address is the same however it was typed. */
const citext = customType<{ data: string }>({ dataType: () => 'citext' });

const messageColumns = () => ({
  id: id(),
  name: text('name').notNull(),
  email: citext('email').notNull(),
  message: text('message').notNull(),
  createdAt: createdAt(),
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

/** Visitors to notify when an announced plan goes on sale: one row per address. */
export const premiumInterests = pgTable(
  'premium_interests',
  {
    id: id(),
    name: text('name').notNull(),
    email: citext('email').notNull().unique(),
    createdAt: createdAt(),
  },
  (table) => [index('premium_interests_created_at').on(table.createdAt)],
);
