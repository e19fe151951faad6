import type { JobWithMetadata } from 'pg-boss';
import type { Execute } from './counts.ts';
import { jobsSchema } from './settings.ts';

/**
 * Gives up the claim on a job without counting it as a failure. The next claim still raises retry_count, which is
 * how pg-boss tells one claim from another: were it lowered instead, this process could settle a job that another
 * one holds by now. So the limit rises with it.
 */
const putBackOne = `
  update ${jobsSchema}.job
     set state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = null,
         start_after = now() + $4::float8 * interval '1 second'
   where name = $1 and id = $2::uuid and state = 'active' and retry_count = $3`;

/** Its next failure is its last. */
const forgoAll = `
  update ${jobsSchema}.job set retry_limit = retry_count
   where name = $1 and id = $2::uuid and state = 'active' and retry_count = $3`;

type Claim = Pick<JobWithMetadata, 'name' | 'id' | 'retryCount'>;

export async function forgoTries(execute: Execute, { name, id, retryCount }: Claim) {
  await execute(forgoAll, [name, id, retryCount]);
}

export async function putBack(execute: Execute, { name, id, retryCount }: Claim, afterSeconds: number) {
  await execute(putBackOne, [name, id, retryCount, afterSeconds]);
}
