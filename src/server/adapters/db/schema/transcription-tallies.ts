import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';

/**
 * How many transcriptions each person sees, and how many of them are completed: the sum of a person's rows. Written by
 * the database itself with each change, as a row more and never as a change of one, so that nobody waits for anybody.
 * It refers to nobody, so that no cascade can fail on it: whoever deletes an account takes these rows away too.
 */
export const transcriptionTallies = pgTable(
  'transcription_tallies',
  {
    userId: uuid('user_id').notNull(),
    total: integer('total').notNull(),
    completed: integer('completed').notNull(),
  },
  (table) => [index('transcription_tallies_of_user').on(table.userId)],
);
