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
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ErrorCode } from '#contract/errors.ts';
import type { Summary } from '#contract/summary.ts';
import { users } from './auth.ts';
import { transcriptions } from './transcriptions.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Every summary that was asked for; the text of one under way grows in its row, where every process can read it. */
export const transcriptionSummaries = pgTable(
  'transcription_summaries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    transcriptionId: uuid('transcription_id')
      .notNull()
      .references(() => transcriptions.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    prompt: text('prompt').notNull(),
    status: text('status').$type<'running' | 'done' | 'failed'>().notNull().default('running'),
    error: text('error').$type<ErrorCode>(),
    text: text('text').notNull().default(''),
    model: text('model').notNull(),
    isSandbox: boolean('is_sandbox').notNull(),
    stage: text('stage').$type<'reading' | 'writing' | 'waiting'>().notNull().default('reading'),
    doneParts: integer('done_parts').notNull().default(0),
    /** 0 until the text was cut into parts. */
    totalParts: integer('total_parts').notNull().default(0),
    /** Of the transcript that is read; parts of an earlier one are of another text. */
    revision: integer('revision').notNull().default(0),
    /** Grows with each try: who was thought dead and comes back writes nothing any more. */
    attempt: smallint('attempt').notNull().default(0),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    covers: jsonb('covers').$type<Summary['covers']>(),
    moments: jsonb('moments').$type<Summary['moments']>().notNull().default([]),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('summaries_of_transcription').on(table.transcriptionId, table.createdAt),
    index('summaries_of_user').on(table.userId, table.createdAt),
    // Two clicks at once begin one.
    uniqueIndex('one_summary_running').on(table.transcriptionId).where(sql`status = 'running'`),
  ],
);

/** What a model noted of each part, kept at once: a crash repeats only what is not here. Gone when the summary is there. */
export const transcriptionSummaryParts = pgTable(
  'transcription_summary_parts',
  {
    summaryId: uuid('summary_id')
      .notNull()
      .references(() => transcriptionSummaries.id, { onDelete: 'cascade' }),
    /** What it was made from, so that notes of another cut are not taken for these. */
    key: text('key').notNull(),
    notes: text('notes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.summaryId, table.key] })],
);

export const savedPrompts = pgTable(
  'saved_prompts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    prompt: text('prompt').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('saved_prompts_of_user').on(table.userId, table.createdAt)],
);
