import { z } from 'zod';
import { hourMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { sweepExpiredSessions } from '#server/features/auth/sessions/list-and-end-sessions.ts';
import { compactTallies } from '#server/features/library/tallies.ts';
import { sweepRateLimits } from '#server/features/limits/sweep-rate-limits.ts';
import { sweepMessages } from '#server/features/messages/messages.ts';
import { sweepDeleted } from '#server/features/transcriptions/sweeps/sweep-deleted.ts';
import { sweepRecordings } from '#server/features/transcriptions/sweeps/sweep-recordings.ts';
import { sweepStranded } from '#server/features/transcriptions/sweeps/sweep-stranded.ts';
import { sweepVoices } from '#server/features/transcriptions/sweeps/sweep-voices.ts';
import { sweepDeletedFilesIfDiskIsShort } from '#server/features/uploads/deleted-files.ts';
import { sweepOrphans } from '#server/features/uploads/sweep-orphans.ts';
import { sweepUploads } from '#server/features/uploads/uploads.ts';
import { sweepWebAssets } from '#server/features/web-assets/web-assets.ts';
import { defineJob, type JobContext, type JobOutcome } from '#server/jobs/job-definition.ts';
import { sweepInSteps } from '#server/jobs/sweep.ts';

/**
 * Each sweep queues the next one, and each worker requests one at its start. The queue's own schedules would keep
 * a timer running in every process, for a task that all of them together need once an hour.
 */
export const hourlySweepJob = defineJob({
  name: 'sweep',
  payload: z.object({}),
  retryLimit: 2,
  retryDelaySeconds: 60,
  expireInSeconds: 1_800,
  // Without a heartbeat, the job of a killed process would count as running for the full half hour.
  heartbeatSeconds: 20,
  concurrency: 1,
  onePerKey: 'waiting',
});

/** An upload lives for a day and may still be running in its last minute. */
const halvesKeptMs = 48 * hourMs;
const singletonKey = 'all';

/** Changes nothing if a sweep is already waiting. */
export async function queueHourlySweep({ queue }: Pick<Deps, 'queue'>): Promise<void> {
  await queue.send(hourlySweepJob, {}, { singletonKey });
}

/** Removes abandoned and expired data, and fails stranded work, step by step. */
export async function runHourlySweep(
  deps: Deps,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<JobOutcome> {
  // Use the wall clock, as the queue does. Queue the next sweep first: a failing one must not be the last.
  await deps.queue.send(hourlySweepJob, {}, { singletonKey, runAfter: new Date(Date.now() + hourMs) });
  await sweepInSteps(
    { log: deps.log, signal },
    {
      // First, because their owners are waiting.
      stranded: () => sweepStranded(deps, signal),
      voices: () => sweepVoices(deps, signal),
      uploads: () => sweepUploads(deps, signal),
      deleted: () => sweepDeleted(deps, signal),
      deletedFiles: () => sweepDeletedFilesIfDiskIsShort(deps, signal),
      recordings: () => sweepRecordings(deps, signal),
      halves: () => deps.storage.removeHalves(new Date(deps.now().getTime() - halvesKeptMs)),
      orphans: () => sweepOrphans(deps, signal),
      signIns: () => sweepExpiredSessions(deps),
      limits: () => sweepRateLimits(deps),
      messages: () => sweepMessages(deps),
      webAssets: () => sweepWebAssets(deps),
      tallies: () => compactTallies(deps),
    },
  );
  return 'completed';
}
