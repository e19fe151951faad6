import { customType, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Compares without regard to case, so that one person's address stays one whatever way it was typed. */
const citext = customType<{ data: string }>({ dataType: () => 'citext' });

const messageColumns = () => ({
  /** Made by a function that every PostgreSQL has: uuidv7() is missing before 18 and on YugabyteDB. */
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  email: citext('email').notNull(),
  message: text('message').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const contactMessages = pgTable('contact_messages', messageColumns(), (table) => [
  index('contact_messages_created_at').on(table.createdAt),
  // For what an account takes along, and what goes with it.
  index('contact_messages_email').on(table.email),
]);

export const feedbackMessages = pgTable('feedback_messages', messageColumns(), (table) => [
  index('feedback_messages_created_at').on(table.createdAt),
  index('feedback_messages_email').on(table.email),
]);

/** Who wants to hear when a plan that is announced can be bought: once per address. */
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
