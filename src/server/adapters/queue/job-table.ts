import { type SQL, sql } from 'drizzle-orm';
import type { JobWithMetadata } from 'pg-boss';
import { z } from 'zod';
import type { JobClaim, JobDefinition } from '#server/jobs/job-definition.ts';
import { deadQueue, jobsSchema } from './queue-options.ts';

export type JobCounts = { queue: string; waiting: number; active: number; dead: number };

export type Execute = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const countsByState = `
  select case when name = '${deadQueue}' then source_name else name end as queue,
         case when name = '${deadQueue}' then 'dead' when state = 'active' then 'active' else 'waiting' end as kind,
         count(*)::int as count
    from ${jobsSchema}.job
   where state in ('created', 'retry', 'active')
   group by 1, 2`;

/** Includes empty queues, because a line missing from a chart looks like a failure. */
export async function countJobs(
  execute: Execute,
  definitions: readonly JobDefinition[],
): Promise<JobCounts[]> {
  const counts = new Map(
    definitions.map(({ name }) => [name, { queue: name, waiting: 0, active: 0, dead: 0 }]),
  );
  for (const { queue, kind, count } of await execute(countsByState)) {
    const name = String(queue);
    const line = counts.get(name) ?? { queue: name, waiting: 0, active: 0, dead: 0 };
    line[kind as 'waiting' | 'active' | 'dead'] = Number(count);
    counts.set(name, line);
  }
  return [...counts.values()];
}

/**
 * A job that failed and waits for its next attempt is as old as its first day. One that was queued for later waits from
 * that moment on.
 */
const oldestByQueue = `
  select name, greatest(0, extract(epoch from
           now() - min(case when state = 'retry' then created_on else greatest(created_on, start_after) end)))::float8 as seconds
    from ${jobsSchema}.job
   where state in ('created', 'retry') and name <> '${deadQueue}'
   group by 1`;

/** Includes queues without waiting jobs. */
export async function oldestWaitingSeconds(
  execute: Execute,
  definitions: readonly JobDefinition[],
): Promise<ReadonlyMap<string, number>> {
  const ages = new Map(definitions.map(({ name }) => [name, 0]));
  for (const { name, seconds } of await execute(oldestByQueue)) ages.set(String(name), Number(seconds));
  return ages;
}

/**
 * Releases a job without counting a failure. pg-boss identifies a claim by retry_count, and the next claim raises it.
 * Lowering it would let this process settle another process's job, so this raises the limit as well. The output of an
 * earlier attempt goes, because it may say that a worker was lost.
 */
const putBackOne = `
  update ${jobsSchema}.job
     set state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = null, output = null,
         start_after = now() + $4::float8 * interval '1 second'
   where name = $1 and id = $2::uuid and state = 'active' and retry_count = $3`;

/** Makes the next failure the last. */
const forgoAll = `
  update ${jobsSchema}.job set retry_limit = retry_count
   where name = $1 and id = $2::uuid and state = 'active' and retry_count = $3`;

type Claim = Pick<JobWithMetadata, 'name' | 'id' | 'retryCount'>;

export async function exhaustRetries(execute: Execute, { name, id, retryCount }: Claim) {
  await execute(forgoAll, [name, id, retryCount]);
}

export async function requeue(execute: Execute, { name, id, retryCount }: Claim, afterSeconds: number) {
  await execute(putBackOne, [name, id, retryCount, afterSeconds]);
}

const findClaim = `
  select 1 from ${jobsSchema}.job where name = $1 and id = $2::uuid and state = 'active' and retry_count = $3`;

/** pg-boss writes this into the row of a job whose worker was killed, or hangs. */
const LostWorkerSchema = z.object({
  value: z.object({ message: z.enum(['job heartbeat timeout', 'job timed out']) }),
});

type Fetched = Claim & Pick<JobWithMetadata, 'retryLimit' | 'output'>;

export function claimOf(execute: Execute, definition: JobDefinition, job: Fetched): JobClaim {
  const { name, id, retryCount, retryLimit, output } = job;
  // Each put-back raised the limit by one.
  const putBacks = retryLimit - definition.retryLimit;
  return {
    attempt: Math.max(1, retryCount - putBacks + 1),
    isTakeover: LostWorkerSchema.safeParse(output).success,
    isHeld: async () => (await execute(findClaim, [name, id, retryCount])).length > 0,
  };
}

type SqlExecutor = { execute: (statement: SQL) => Promise<unknown> };

/**
 * Deletes every job, including dead ones, whose row contains one of these ids in any column. Keeps active jobs,
 * because their worker still settles them.
 */
export async function removeJobsHolding(db: SqlExecutor, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await db.execute(sql`
      delete from ${sql.raw(`${jobsSchema}.job`)} as job where state <> 'active' and strpos(job::text, ${id}) > 0`);
}
