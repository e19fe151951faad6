import { type SQL, sql } from 'drizzle-orm';
import { foreignKey, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from './columns.ts';
import { transcripts } from './transcriptions.ts';

/**
 * The passages that a person has confirmed. A row counts only while the stored text has its hash, so that
 * writers of texts need not know this table.
 */
export const checkedPassages = pgTable(
  'checked_passages',
  {
    transcriptionId: uuid('transcription_id').notNull(),
    segmentId: integer('segment_id').notNull(),
    textHash: bytea('text_hash').notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
    /** How much of the passage was played. 0 if the person decided about an equal word elsewhere. */
    heardMs: integer('heard_ms').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.transcriptionId, table.segmentId] }),
    // References the text, whose row a confirmation locks anyway. A reference to the transcription would lock that row
    // after the text; a deletion locks them in the other order, and the two would deadlock.
    foreignKey({
      name: 'checked_passages_of_transcript',
      columns: [table.transcriptionId],
      foreignColumns: [transcripts.transcriptionId],
    }).onDelete('cascade'),
  ],
);

/** Readers and writers must hash alike. */
export const passageHash = (text: SQL) => sql`sha256(convert_to(${text}, 'UTF8'))`;
