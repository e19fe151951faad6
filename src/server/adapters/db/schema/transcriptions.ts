import { sql } from 'drizzle-orm';
import {
  bigint,
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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { TranscriptionReason, TranscriptionStatus, VoicesState } from '#contract/transcription.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { ownerId } from './auth.ts';
import { createdAt, id, timestamptz, updatedAt } from './columns.ts';

/** The owner and expiry of an upload. Its offset is in the storage. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    userId: ownerId(),
    /** The client's file name; never a path. */
    fileName: text('file_name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }),
    /** A lease: one request at a time writes to an upload, whichever server receives it. */
    lockToken: uuid('lock_token'),
    lockedUntil: timestamptz('locked_until'),
    /** Another request waits: the client has reconnected, but the server still counts its broken connection as open. */
    releaseAsked: boolean('release_asked').notNull().default(false),
    /** Set once, when a transcription is created from it. */
    usedAt: timestamptz('used_at'),
    createdAt: createdAt(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('uploads_user_id').on(table.userId), index('uploads_expires_at').on(table.expiresAt)],
);

/** Narrow, because lists read it. The text is in `transcripts`. */
export const transcriptions = pgTable(
  'transcriptions',
  {
    id: id(),
    userId: ownerId(),
    title: text('title'),
    fileName: text('file_name').notNull(),
    status: text('status').$type<TranscriptionStatus>().notNull().default('pending'),
    /** Why it waits or failed. The contract holds the texts for the screens. */
    reason: text('reason').$type<TranscriptionReason>(),
    /** How much of the speech model is there, while the reason is `fetching_model`. */
    modelDoneBytes: bigint('model_done_bytes', { mode: 'number' }),
    modelTotalBytes: bigint('model_total_bytes', { mode: 'number' }),
    durationMs: integer('duration_ms').notNull(),
    language: text('language').notNull(),
    /** The language that the engine detected, if the owner left it open. */
    heardLanguage: text('heard_language'),
    engine: text('engine'),
    hasVideo: boolean('has_video').notNull().default(false),
    /** The MIME type for playback, if browsers can play the original. */
    videoType: text('video_type'),
    /** Our built-in example: costs nothing and does not count. */
    isExample: boolean('is_example').notNull().default(false),
    /**
     * Storage keys. The original is deleted first, after the configured retention. With several files, this is the key
     * of the first; all of them are kept and deleted together.
     */
    originalKey: text('original_key'),
    audioKey: text('audio_key'),
    audioType: text('audio_type'),
    peaksKey: text('peaks_key'),
    /** The size of the playback copy. Null in older rows, which count by their duration. */
    soundBytes: bigint('sound_bytes', { mode: 'number' }),
    /** The month that is charged, and whether its seconds are reserved, settled or returned. */
    usageMonth: date('usage_month').notNull(),
    usageSeconds: integer('usage_seconds').notNull(),
    /** A retry after a server failure is not charged for these seconds; `usageSeconds` is the rest. */
    freeSeconds: integer('free_seconds').notNull().default(0),
    usageState: text('usage_state')
      .$type<'reserved' | 'settled' | 'returned'>()
      .notNull()
      .default('reserved'),
    /** Grows with each retry by the owner, so that jobs of an earlier run notice that they are stale. */
    run: smallint('run').notNull().default(1),
    chunksTotal: integer('chunks_total'),
    heardMs: integer('heard_ms').notNull().default(0),
    /** `heardMs` when the work last resumed. Together with the time it gives the speed for the estimate. */
    heardAtStartMs: integer('heard_at_start_ms').notNull().default(0),
    /** How many people speak, if the owner has said so. */
    statedVoices: smallint('stated_voices'),
    /** Of the search for voices, which begins after the text. Null if there is none. */
    voicesState: text('voices_state').$type<VoicesState>(),
    notifiedAt: timestamptz('notified_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    startedAt: timestamptz('started_at'),
    completedAt: timestamptz('completed_at'),
    isDeleted: boolean('is_deleted').notNull().default(false),
    deletedAt: timestamptz('deleted_at'),
    /** Title and file name for search, in lower case and without accents. */
    nameSearch: text('name_search')
      .notNull()
      .generatedAlwaysAs(sql`public.without_accents(coalesce(title || ' ', '') || file_name)`),
  },
  (table) => [
    // For the list: PostgreSQL counts, filters and pages from the index alone, backwards for newest first.
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
    // Finds the few unfinished or failed rows, for which the index by date would scan all completed ones.
    index('transcriptions_not_completed')
      .on(table.userId, table.createdAt, table.id, table.status)
      .where(sql`not is_deleted and status <> 'completed'`),
    index('transcriptions_deleted_at').on(table.deletedAt).where(sql`is_deleted`),
    // For the retention: these contain no unfinished rows and shrink as files are deleted.
    index('transcriptions_original_ended')
      .on(sql`coalesce(completed_at, updated_at)`)
      .where(sql`original_key is not null and not is_deleted and status in ('completed', 'failed', 'error')`),
    index('transcriptions_sound_ended')
      .on(sql`coalesce(completed_at, updated_at)`)
      .where(sql`audio_key is not null and not is_deleted and status in ('completed', 'failed', 'error')`),
    index('transcriptions_waiting_for_voices').on(table.id).where(sql`voices_state = 'waiting'`),
    index('transcriptions_unfinished').on(table.updatedAt).where(sql`status in ('pending', 'processing')`),
  ],
);

/** The files of a transcription that joins several, in their order. A single file has no row here. */
export const transcriptionParts = pgTable(
  'transcription_parts',
  {
    transcriptionId: uuid('transcription_id')
      .notNull()
      .references(() => transcriptions.id, { onDelete: 'cascade' }),
    /** Counts from 1. */
    position: smallint('position').notNull(),
    /** Stays after the original, because the text names its files. */
    fileName: text('file_name').notNull(),
    /** Null once the original is removed. */
    uploadId: uuid('upload_id').references(() => uploads.id, { onDelete: 'set null' }),
    /** Null until the file is decoded. */
    startMs: integer('start_ms'),
    durationMs: integer('duration_ms'),
    /** The file for which the whole transcription failed. */
    isFaulty: boolean('is_faulty').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.transcriptionId, table.position] }),
    // Also finds the part when an upload is deleted.
    uniqueIndex('transcription_parts_upload_id').on(table.uploadId),
  ],
);

/** The finished text, separate from the rows that lists read. */
export const transcripts = pgTable('transcripts', {
  transcriptionId: uuid('transcription_id')
    .primaryKey()
    .references(() => transcriptions.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
  segments: jsonb('segments').$type<StoredSegment[]>().notNull(),
  /** Grows with each saved edit, so that two open tabs cannot silently overwrite each other. */
  revision: integer('revision').notNull().default(1),
  speakerNames: jsonb('speaker_names').$type<Record<string, string>>().notNull().default({}),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Each transcribed chunk, stored at once so that a crash repeats only the missing ones. */
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
    doneAt: timestamptz('done_at'),
  },
  (table) => [primaryKey({ columns: [table.transcriptionId, table.index] })],
);

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The search words of each finished text, maintained by a trigger. Kept apart from the text, because readers of
 * the text do not need them. Includes the owner, so that a search scans only that owner's words.
 */
export const transcriptWords = pgTable(
  'transcript_words',
  {
    transcriptionId: uuid('transcription_id')
      .primaryKey()
      .references(() => transcriptions.id, { onDelete: 'cascade' }),
    userId: ownerId(),
    words: tsvector('words').notNull(),
  },
  (table) => [index('transcript_words_of_user').using('gin', table.userId, table.words)],
);

/**
 * Counts of visible and of completed transcriptions per owner: the sum of the owner's rows. A trigger inserts a row
 * per change and never updates one, so that writers do not block each other. Has no foreign key, so that no
 * cascade can fail on it. The account deletion removes these rows.
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
