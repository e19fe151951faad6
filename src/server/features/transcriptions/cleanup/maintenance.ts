import type { Deps } from '../../../deps.ts';
import type { JobContext, JobOutcome } from '../../../jobs/job-definition.ts';
import { type SweepSteps, sweepInSteps } from '../../../jobs/sweep-steps.ts';
import { sweepUploads } from '../../uploads/sweep-uploads.ts';
import { maintenanceJob } from './maintenance-job.ts';
import { sweepDeleted } from './sweep-deleted.ts';
import { sweepOrphans } from './sweep-orphans.ts';
import { sweepRecordings } from './sweep-recordings.ts';
import { sweepStranded } from './sweep-stranded.ts';

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
