import { timestamp, uuid } from 'drizzle-orm/pg-core';

/** gen_random_uuid() exists in every PostgreSQL; uuidv7() is missing before 18 and on YugabyteDB. */
export const id = () => uuid('id').primaryKey().defaultRandom();
export const moment = (name: string) => timestamp(name, { withTimezone: true });
export const createdAt = () => moment('created_at').notNull().defaultNow();
export const updatedAt = () => moment('updated_at').notNull().defaultNow();
