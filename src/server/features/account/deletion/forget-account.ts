import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { hourMs } from '#domain/format/durations.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { factors } from '#server/adapters/db/schema/auth.ts';
import { removeJobsHolding } from '#server/adapters/queue/job-table.ts';
import type { Deps } from '#server/deps.ts';
import { removeRateLimits } from '#server/features/limits/rate-limit.ts';
import { defineJob, type JobOutcome } from '#server/jobs/job-definition.ts';

export const forgetAccountJob = defineJob({
  name: 'forget-account',
  payload: z.object({ ids: z.array(z.uuid()), email: z.string() }),
  // The payload identifies the deleted account, so it must not stay readable.
  isSecret: true,
  retryLimit: 20,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 3_600,
  expireInSeconds: 600,
  concurrency: 1,
});

/** Running jobs and requests in flight still write rows for a moment, so the job runs again later. */
const secondLookMs = hourMs;

type AccountTraces = { ids: readonly string[]; email: string };

/** Deletes the rows that no foreign key ties to the account: rate-limit counters and jobs. */
export async function forgetAccount(
  { db, sealing }: Pick<Deps, 'sealing'> & { db: Database | Transaction },
  { ids, email }: AccountTraces,
): Promise<JobOutcome> {
  await removeRateLimits({ db, sealing }, [...ids, email]);
  await removeJobsHolding(db, ids);
  return 'completed';
}

type Leaving = { userId: string; email: string; tx: Transaction };

/** Call this before the deletion queues other jobs: it removes the account's jobs, and the later ones must stay. */
export async function queueForgetAccount(
  { queue, sealing, now }: Pick<Deps, 'queue' | 'sealing' | 'now'>,
  { userId, email, tx }: Leaving,
): Promise<void> {
  const own = await tx.select({ id: factors.id }).from(factors).where(eq(factors.userId, userId));
  const traces = { ids: [userId, ...own.map(({ id }) => id)], email };
  await forgetAccount({ db: tx, sealing }, traces);
  const runAfter = new Date(now().getTime() + secondLookMs);
  await queue.send(forgetAccountJob, traces, { tx, runAfter });
}
