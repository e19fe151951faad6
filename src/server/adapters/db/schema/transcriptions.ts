import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { TranscriptionReason, TranscriptionStatus } from '#contract/transcription.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { users } from './auth.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Narrow, since lists read it; the words are in transcripts. */
export const transcriptions = pgTable(
  'transcriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title'),
    fileName: text('file_name').notNull(),
    status: text('status').$type<TranscriptionStatus>().notNull().default('pending'),
    /** Why it waits or failed; the texts for people are the contract's. */
    reason: text('reason').$type<TranscriptionReason>(),
    durationMs: integer('duration_ms').notNull(),
    language: text('language').notNull(),
    /** What the engine heard, where the language was left to it. */
    heardLanguage: text('heard_language'),
    engine: text('engine'),
    hasVideo: boolean('has_video').notNull().default(false),
    /** Where browsers play the original as it is; what they are told that it is. */
    videoType: text('video_type'),
    /** Ours, opened to try things out: costs nothing and is not counted. */
    isExample: boolean('is_example').notNull().default(false),
    /** Keys of the storage. The original goes first, by the retention that is configured. */
    originalKey: text('original_key'),
    audioKey: text('audio_key'),
    audioType: text('audio_type'),
    peaksKey: text('peaks_key'),
    /** The month that pays, and whether its seconds are reserved, settled or given back. */
    usageMonth: date('usage_month').notNull(),
    usageSeconds: integer('usage_seconds').notNull(),
    /** A retry after a server failure does not pay these seconds; `usageSeconds` is what it pays beyond them. */
    freeSeconds: integer('free_seconds').notNull().default(0),
    usageState: text('usage_state')
      .$type<'reserved' | 'settled' | 'returned'>()
      .notNull()
      .default('reserved'),
    /** Grows with each retry by the owner; a job of an earlier run finds that it is stale. */
    run: smallint('run').notNull().default(1),
    chunksTotal: integer('chunks_total'),
    heardMs: integer('heard_ms').notNull().default(0),
    /** What was heard already when the work was last taken up: with the moment, the speed to reckon with. */
    heardAtStartMs: integer('heard_at_start_ms').notNull().default(0),
    notifiedAt: moment('notified_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    completedAt: moment('completed_at'),
    isDeleted: boolean('is_deleted').notNull().default(false),
    deletedAt: moment('deleted_at'),
    /** Title and file name as search sees them, without accents and capitals. */
    nameSearch: text('name_search')
      .notNull()
      .generatedAlwaysAs(sql`public.without_accents(coalesce(title || ' ', '') || file_name)`),
  },
  (table) => [
    // The list: counted, filtered and paged from the index alone; it is read backwards for newest first.
    index('transcriptions_by_date')
      .on(table.userId, table.createdAt, table.id, table.status)
      .where(sql`not is_deleted`),
    index('transcriptions_by_duration')
      .on(table.userId, table.durationMs, table.createdAt, table.id, table.status)
      .where(sql`not is_deleted`),
    index('transcriptions_by_name')
      .using('gin', table.userId, table.nameSearch.op('gin_trgm_ops'))
      .where(sql`not is_deleted`),
    index('transcriptions_of_month').on(table.userId, table.usageMonth),
    // The few under way or failed among many that are done, which the index by date would be walked through for.
    index('transcriptions_not_completed')
      .on(table.userId, table.createdAt, table.id, table.status)
      .where(sql`not is_deleted and status <> 'completed'`),
    index('transcriptions_deleted_at').on(table.deletedAt).where(sql`is_deleted`),
    // For the retention: nothing that is still under way is in them, and each shrinks as files go.
    index('transcriptions_original_ended')
      .on(sql`coalesce(completed_at, updated_at)`)
      .where(sql`original_key is not null and not is_deleted and status in ('completed', 'failed', 'error')`),
    index('transcriptions_sound_ended')
      .on(sql`coalesce(completed_at, updated_at)`)
      .where(sql`audio_key is not null and not is_deleted and status in ('completed', 'failed', 'error')`),
    index('transcriptions_unfinished').on(table.updatedAt).where(sql`status in ('pending', 'processing')`),
  ],
);

/** The finished text: one row that is read whole, apart from what lists read. */
export const transcripts = pgTable('transcripts', {
  transcriptionId: uuid('transcription_id')
    .primaryKey()
    .references(() => transcriptions.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
  segments: jsonb('segments').$type<StoredSegment[]>().notNull(),
  /** Grows with each saved edit, so that two open tabs cannot overwrite each other unseen. */
  revision: integer('revision').notNull().default(1),
  speakerNames: jsonb('speaker_names').$type<Record<string, string>>().notNull().default({}),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Each answered stretch, stored at once: a crash repeats only what is not here. */
export const transcriptionChunks = pgTable(
  'transcription_chunks',
  {
    transcriptionId: uuid('transcription_id')
      .notNull()
      .references(() => transcriptions.id, { onDelete: 'cascade' }),
    index: integer('index').notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    isSilent: boolean('is_silent').notNull().default(false),
    /** Null until the engine has answered. */
    segments: jsonb('segments').$type<StoredSegment[]>(),
    language: text('language'),
    sentCount: integer('sent_count').notNull().default(0),
    doneAt: moment('done_at'),
  },
  (table) => [primaryKey({ columns: [table.transcriptionId, table.index] })],
);

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
