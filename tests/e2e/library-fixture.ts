import { eq } from 'drizzle-orm';
import { calendarMonth } from '#domain/format/calendar.ts';
import { usageMonths } from '#server/adapters/db/schema/plans.ts';
import { transcriptionChunks, transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { notifyProgress } from '#server/features/transcriptions/run/transcription-status.ts';
import { insertTranscription, segmentsSaying } from '#tests/stored-transcriptions.ts';
import { test as base, expect } from './fixtures.ts';

export { expect };

type Changes = Partial<typeof transcriptions.$inferInsert>;

type Library = {
  /** Inserts transcriptions of the account into the product's database, without an engine. */
  insert: (items: readonly (Changes & { sentences?: readonly string[] })[]) => Promise<string[]>;
  /** Sets a state that only an engine, a failure or a long wait would cause, and notifies open pages. */
  change: (id: string, changes: Changes) => Promise<void>;
  /** Stores what the engine heard first, while the transcription still runs. */
  hear: (id: string, sentences: readonly string[]) => Promise<void>;
  /** Uses up minutes of this month's plan. */
  use: (minutes: number) => Promise<void>;
};

export const test = base.extend<{ library: Library }>({
  library: async ({ account, db }, use) => {
    await use({
      insert: (items) =>
        Promise.all(
          items.map(({ sentences, ...changes }) =>
            insertTranscription({ db }, { userId: account.userId, ...changes }, sentences),
          ),
        ),
      change: async (id, changes) => {
        await db.update(transcriptions).set(changes).where(eq(transcriptions.id, id));
        await notifyProgress(db, id);
      },
      hear: async (transcriptionId, sentences) => {
        const segments = segmentsSaying(sentences);
        const chunk = { transcriptionId, index: 0, startMs: 0, endMs: 30_000, segments };
        await db.insert(transcriptionChunks).values(chunk);
        await notifyProgress(db, transcriptionId);
      },
      use: async (minutes) => {
        await db
          .insert(usageMonths)
          .values({ userId: account.userId, month: calendarMonth(new Date()), settledSeconds: minutes * 60 });
      },
    });
  },
});
