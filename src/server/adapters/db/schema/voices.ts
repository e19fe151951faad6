import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './columns.ts';
import { transcriptions } from './transcriptions.ts';

/**
 * The stretches of a minute of a recording, with the embeddings of their voices. They serve another number of voices, and
 * are deleted with the recording. No query compares those of two recordings.
 */
export const voicePieces = pgTable(
  'voice_pieces',
  {
    transcriptionId: uuid('transcription_id')
      .notNull()
      .references(() => transcriptions.id, { onDelete: 'cascade' }),
    /** The minute. */
    index: integer('index').notNull(),
    /** Embeddings of different models cannot be compared. */
    models: text('models').notNull(),
    stretches: jsonb('stretches').$type<{ start_ms: number; end_ms: number; numbers: number }[]>().notNull(),
    /** All embeddings, one after the other, as 32-bit numbers. */
    vectors: bytea('vectors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transcriptionId, table.index] })],
);
