import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { sweepOrphans } from '../features/maintenance/sweep-orphans.ts';
import { sweepDeleted } from '../features/transcriptions/cleanup/sweep-deleted.ts';
import { sweepRecordings } from '../features/transcriptions/cleanup/sweep-recordings.ts';
import { sweepStranded } from '../features/transcriptions/cleanup/sweep-stranded.ts';
import { sweepUploads } from '../features/uploads/uploads.ts';
import { defineJob, type JobContext, type JobOutcome } from '../jobs/job-definition.ts';
import { type SweepSteps, sweepInSteps } from '../jobs/sweep.ts';

/**
 * Each sweep queues the next one, and each start of a worker asks for one: the schedules of the queue would keep a
 * timer running in every process for what is needed once an hour by all of them together.
 */
export const maintenanceJob = defineJob({
  name: 'sweep',
  payload: z.object({}),
  retryLimit: 2,
  retryDelaySeconds: 60,
  expireInSeconds: 1_800,
  // Else one whose process was killed would count as under way for all of that half hour.
  heartbeatSeconds: 20,
  concurrency: 1,
  onePerKey: 'waiting',
});

const hourMs = 3_600_000;
/** An upload lives for a day, and may be under way in its last minute. */
const halvesKeptMs = 48 * hourMs;
const singletonKey = 'all';

/** Where one waits already, this changes nothing. */
export async function queueMaintenance({ queue }: Pick<Deps, 'queue'>): Promise<void> {
  await queue.send(maintenanceJob, {}, { singletonKey });
}

/** Takes away what nobody comes back for, and ends what nobody works on; then what others have to sweep, step by step. */
export async function runMaintenance(
  deps: Deps,
  { signal }: Pick<JobContext, 'signal'>,
  others: SweepSteps = {},
): Promise<JobOutcome> {
  // By the wall clock, which the queue goes by too. First of all: a sweep that fails must not have been the last.
  await deps.queue.send(maintenanceJob, {}, { singletonKey, runAfter: new Date(Date.now() + hourMs) });
  await sweepInSteps(
    { log: deps.log, signal },
    {
      // First, since somebody waits for these.
      stranded: () => sweepStranded(deps, signal),
      uploads: () => sweepUploads(deps, signal),
      deleted: () => sweepDeleted(deps, signal),
      recordings: () => sweepRecordings(deps, signal),
      halves: () => deps.storage.removeHalves(new Date(deps.now().getTime() - halvesKeptMs)),
      orphans: () => sweepOrphans(deps, signal),
      ...others,
    },
  );
  return 'completed';
}
