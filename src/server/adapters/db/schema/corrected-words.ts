import { foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { transcripts } from './transcriptions.ts';

/** The words that a person wrote into a passage and that it still has. A passage without such words has no row. */
export const correctedWords = pgTable(
  'corrected_words',
  {
    transcriptionId: uuid('transcription_id').notNull(),
    segmentId: integer('segment_id').notNull(),
    /** Keys of words, as `wordKey` makes them. */
    words: text('words').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transcriptionId, table.segmentId] }),
    // References the text and not the transcription, for the reason in checks.ts.
    foreignKey({
      name: 'corrected_words_of_transcript',
      columns: [table.transcriptionId],
      foreignColumns: [transcripts.transcriptionId],
    }).onDelete('cascade'),
  ],
);
