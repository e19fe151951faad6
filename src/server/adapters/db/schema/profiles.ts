import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';
import { plans } from './plans.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

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
    welcomedAt: moment('welcomed_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('profiles_plan').on(table.plan)],
);
