import { customType, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';
import { transcriptions } from './transcriptions.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The words of each finished text, kept by the database itself whenever a text is written. Apart from the text, since
 * whoever reads that has no use for them; with its owner, so that a search walks no other person's words.
 */
export const transcriptWords = pgTable(
  'transcript_words',
  {
    transcriptionId: uuid('transcription_id')
      .primaryKey()
      .references(() => transcriptions.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    words: tsvector('words').notNull(),
  },
  (table) => [index('transcript_words_of_user').using('gin', table.userId, table.words)],
);
