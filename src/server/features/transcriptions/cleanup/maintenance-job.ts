import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';

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
