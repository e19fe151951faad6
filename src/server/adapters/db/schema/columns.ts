import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** gen_random_uuid() exists in every PostgreSQL; uuidv7() is missing before 18 and on YugabyteDB. */
export const id = () => uuid('id').primaryKey().defaultRandom();
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true });
export const createdAt = () => timestamptz('created_at').notNull().defaultNow();
export const updatedAt = () => timestamptz('updated_at').notNull().defaultNow();
