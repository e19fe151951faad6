import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '../../../adapters/db/database.ts';
import { factors } from '../../../adapters/db/schema/auth.ts';
import { removeJobsHolding } from '../../../adapters/queue/job-table.ts';
import type { Deps } from '../../../deps.ts';
import { defineJob, type JobOutcome } from '../../../jobs/job-definition.ts';
import { removeRateLimits } from '../../limits/rate-limit.ts';

export const forgetAccountJob = defineJob({
  name: 'forget-account',
  payload: z.object({ ids: z.array(z.uuid()), email: z.string() }),
  // It names the account that must not be named any more.
  isSecret: true,
  retryLimit: 20,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 3_600,
  expireInSeconds: 600,
  concurrency: 1,
});

/** Jobs that are under way now, and requests that still count, leave rows behind for a moment. */
const secondLookMs = 3_600_000;

type AccountTraces = { ids: readonly string[]; email: string };

/** Rows that no foreign key ties to the account: counters of limits, and jobs. */
export async function forgetAccount(
  { db, sealing }: Pick<Deps, 'sealing'> & { db: Database | Transaction },
  { ids, email }: AccountTraces,
): Promise<JobOutcome> {
  await removeRateLimits({ db, sealing }, [...ids, email]);
  await removeJobsHolding(db, ids);
  return 'completed';
}

type Leaving = { userId: string; email: string; tx: Transaction };

/** Before anything else is queued for the deletion: what is queued after it must stay. */
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
