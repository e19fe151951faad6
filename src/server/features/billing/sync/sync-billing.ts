import { and, asc, eq, exists, gt, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import { hourMs } from '#domain/format/durations.ts';
import { billingAudit, billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import type { Deps } from '#server/deps.ts';
import { defineJob, type JobContext, type JobOutcome } from '#server/jobs/job-definition.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { syncAndEndLapsed } from './sync-and-end-lapsed.ts';
import { withCustomerLease } from './with-customer-lease.ts';

/** Each run queues the next one, as the sweep does. */
export const syncBillingJob = defineJob({
  name: 'sync-billing',
  payload: z.object({}),
  retryLimit: 2,
  retryDelaySeconds: 60,
  expireInSeconds: 3_000,
  heartbeatSeconds: 30,
  concurrency: 1,
  onePerKey: 'waiting',
});

/** Syncs each customer once a day, because events may be lost. */
const syncEveryMs = 20 * hourMs;
const pageRows = 100;
const singletonKey = 'all';

/** Changes nothing if such a job is already waiting. */
export async function queueBillingSync({ queue }: Pick<Deps, 'queue'>): Promise<void> {
  await queue.send(syncBillingJob, {}, { singletonKey });
}

type Which = 'due' | 'all';

/** Finds customers not synced for a day, with a grace or period just over, or with an owed refund. */
async function findDueCustomers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { which, after }: { which: Which; after: string | undefined },
) {
  const at = now();
  const due = or(
    isNull(billingCustomers.syncedAt),
    lte(billingCustomers.syncedAt, new Date(at.getTime() - syncEveryMs)),
    lte(billingCustomers.graceUntil, at),
    and(ne(profiles.plan, 'free'), lte(billingCustomers.currentPeriodEnd, at)),
    // A requested refund without an answer.
    exists(
      db
        .select({ id: billingAudit.id })
        .from(billingAudit)
        .where(
          and(
            eq(billingAudit.userId, billingCustomers.userId),
            eq(billingAudit.action, 'refund'),
            eq(billingAudit.outcome, 'asked'),
          ),
        ),
    ),
  );
  return db
    .select({ userId: billingCustomers.userId })
    .from(billingCustomers)
    .innerJoin(profiles, eq(profiles.id, billingCustomers.userId))
    .where(
      and(
        isNotNull(billingCustomers.stripeCustomerId),
        after === undefined ? undefined : gt(billingCustomers.userId, after),
        which === 'all' ? undefined : due,
      ),
    )
    .orderBy(asc(billingCustomers.userId))
    .limit(pageRows);
}

async function syncOne(deps: BillingDeps, userId: string) {
  await withCustomerLease(deps, userId, (held) => syncAndEndLapsed(deps, held));
}

type SyncAll = { which: Which; signal: AbortSignal };

/** A failing customer does not block the others. */
export async function syncCustomers(deps: BillingDeps, { which, signal }: SyncAll) {
  const counts = { synced: 0, failed: 0 };
  let after: string | undefined;
  for (;;) {
    const page = await findDueCustomers(deps, { which, after });
    for (const { userId } of page) {
      signal.throwIfAborted();
      try {
        await syncOne(deps, userId);
        counts.synced += 1;
      } catch (error) {
        counts.failed += 1;
        deps.log.error({ err: error, userId }, 'the billing sync of a user failed');
      }
    }
    if (page.length < pageRows) return counts;
    after = page.at(-1)?.userId;
  }
}

export async function syncBilling(
  deps: BillingDeps,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<JobOutcome> {
  if (deps.payments === undefined) return 'stale';
  // Use the wall clock, as the queue does. Queue the next run first: a failing run must not be the last.
  await deps.queue.send(syncBillingJob, {}, { singletonKey, runAfter: new Date(Date.now() + hourMs) });
  const counts = await syncCustomers(deps, { which: 'due', signal });
  if (counts.synced + counts.failed > 0) deps.log.info(counts, 'billing synced');
  return 'completed';
}
