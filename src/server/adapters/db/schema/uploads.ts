import { bigint, boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The owner and expiry of an upload. Its offset is in the storage. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The client's file name; never a path. */
    fileName: text('file_name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }),
    /** A lease: one request at a time writes to an upload, whichever server receives it. */
    lockToken: uuid('lock_token'),
    lockedUntil: moment('locked_until'),
    /** Another request waits: the client has reconnected, but the server still counts its broken connection as open. */
    releaseAsked: boolean('release_asked').notNull().default(false),
    /** Set once, when a transcription is created from it. */
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('uploads_user_id').on(table.userId), index('uploads_expires_at').on(table.expiresAt)],
);
