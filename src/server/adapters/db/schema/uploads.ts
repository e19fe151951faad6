import { bigint, boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Whose an upload is and until when it may be continued; how far it came, the storage knows. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the person named it; never a path. */
    fileName: text('file_name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }),
    /** One request at a time writes to an upload, whichever server it came to. */
    lockToken: uuid('lock_token'),
    lockedUntil: moment('locked_until'),
    /** Somebody waits: a client that came back holds the line while its broken connection still counts as open. */
    releaseAsked: boolean('release_asked').notNull().default(false),
    /** Set once by whoever makes a transcription of it. */
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('uploads_user_id').on(table.userId), index('uploads_expires_at').on(table.expiresAt)],
);
