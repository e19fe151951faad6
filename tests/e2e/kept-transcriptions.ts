import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from '#server/adapters/db/database.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { usageMonths } from '#server/adapters/db/schema/plans.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { notifyProgress } from '#server/features/transcriptions/run/transcription-status.ts';
import { calendarMonth } from '#server/features/usage/calendar-month.ts';
import { insertTranscription } from '../stored-transcriptions.ts';
import { test as base, expect } from './fixtures.ts';

export { expect };

type Changes = Partial<typeof transcriptions.$inferInsert>;

type Library = {
  /** Inserts transcriptions of the account into the product's database, without an engine. */
  keep: (kept: readonly (Changes & { sentences?: readonly string[] })[]) => Promise<string[]>;
  /** Sets a state that only an engine, a fault or a long wait would cause, and notifies open pages. */
  change: (id: string, changes: Changes) => Promise<void>;
  /** Uses up minutes of this month's plan. */
  use: (minutes: number) => Promise<void>;
};

export const test = base.extend<{ library: Library }, { db: Database }>({
  db: [
    async ({ browserName: _ }, use) => {
      const pool = new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 2 });
      await use(drizzle(pool));
      await pool.end();
    },
    { scope: 'worker' },
  ],

  library: async ({ account, db }, use) => {
    test.skip(
      process.env.E2E_DATABASE_URL === undefined,
      'the database of a product that already runs is not known',
    );
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, account.email));
    if (user === undefined) throw new Error('the account is not in the database');
    await use({
      keep: (kept) =>
        Promise.all(
          kept.map(({ sentences, ...changes }) =>
            insertTranscription({ db }, { userId: user.id, ...changes }, sentences),
          ),
        ),
      change: async (id, changes) => {
        await db.update(transcriptions).set(changes).where(eq(transcriptions.id, id));
        await notifyProgress(db, id);
      },
      use: async (minutes) => {
        await db
          .insert(usageMonths)
          .values({ userId: user.id, month: calendarMonth(new Date()), settledSeconds: minutes * 60 });
      },
    });
  },
});
