import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ErrorCode } from '#contract/errors.ts';
import type { Summary } from '#contract/summary.ts';
import { ownerId } from './auth.ts';
import { createdAt, id, timestamptz, updatedAt } from './columns.ts';
import { transcriptions } from './transcriptions.ts';

/** All requested summaries. While one is being written, its text grows in the row, where every process can read it. */
export const transcriptionSummaries = pgTable(
  'transcription_summaries',
  {
    id: id(),
    transcriptionId: uuid('transcription_id')
      .notNull()
      .references(() => transcriptions.id, { onDelete: 'cascade' }),
    userId: ownerId(),
    prompt: text('prompt').notNull(),
    status: text('status').$type<'running' | 'done' | 'failed'>().notNull().default('running'),
    error: text('error').$type<ErrorCode>(),
    text: text('text').notNull().default(''),
    model: text('model').notNull(),
    isSandbox: boolean('is_sandbox').notNull(),
    stage: text('stage').$type<'reading' | 'writing' | 'waiting'>().notNull().default('reading'),
    doneParts: integer('done_parts').notNull().default(0),
    /** 0 until the text is split into parts. */
    totalParts: integer('total_parts').notNull().default(0),
    /** How much of the next part the model has read. Stays 0 at servers that do not report it. */
    partPercent: smallint('part_percent').notNull().default(0),
    /** The transcript's revision. Parts of an earlier revision do not apply. */
    revision: integer('revision').notNull().default(0),
    /** Grows with each attempt, so that a worker presumed dead cannot write after it comes back. */
    attempt: smallint('attempt').notNull().default(0),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    covers: jsonb('covers').$type<Summary['covers']>(),
    moments: jsonb('moments').$type<Summary['moments']>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [
    index('summaries_of_transcription').on(table.transcriptionId, table.createdAt),
    index('summaries_of_user').on(table.userId, table.createdAt),
    // Prevents two simultaneous clicks from starting two summaries.
    uniqueIndex('one_summary_running').on(table.transcriptionId).where(sql`status = 'running'`),
  ],
);

/** The model's notes on each part, stored at once so that a crash repeats only the missing ones. Deleted at the end. */
export const transcriptionSummaryParts = pgTable(
  'transcription_summary_parts',
  {
    summaryId: uuid('summary_id')
      .notNull()
      .references(() => transcriptionSummaries.id, { onDelete: 'cascade' }),
    /** A hash of the input, so that notes on a different split are not reused. */
    key: text('key').notNull(),
    notes: text('notes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.summaryId, table.key] })],
);

export const savedPrompts = pgTable(
  'saved_prompts',
  {
    id: id(),
    userId: ownerId(),
    name: text('name').notNull(),
    prompt: text('prompt').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('saved_prompts_of_user').on(table.userId, table.createdAt)],
);
