import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt } from './columns.ts';
import { transcriptions } from './transcriptions.ts';

/** The words that a person has marked in a text, with a note. */
export const marks = pgTable(
  'marks',
  {
    /** The client chooses it, so that an undo puts the same mark back. */
    id: uuid('id').primaryKey(),
    // References the transcription, because another hearing replaces the text and marks survive it. A writer locks the
    // transcription first, as a deletion does, and never the text, so that the two cannot deadlock.
    transcriptionId: uuid('transcription_id')
      .notNull()
      .references(() => transcriptions.id, { onDelete: 'cascade' }),
    /** The words as they were when marked. They find the place again after an edit. */
    quote: text('quote').notNull(),
    /** The id of the segment in which it begins, and its first letter there. */
    passage: integer('passage').notNull(),
    offset: integer('offset').notNull(),
    /** Null in a text without times. */
    startMs: integer('start_ms'),
    endMs: integer('end_ms'),
    note: text('note').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('marks_of_transcription').on(table.transcriptionId)],
);
