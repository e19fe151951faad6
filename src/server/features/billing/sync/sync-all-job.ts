import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';

/** Like the sweep, each one queues the next. */
export const syncAllJob = defineJob({
  name: 'sync-billing',
  payload: z.object({}),
  retryLimit: 2,
  retryDelaySeconds: 60,
  expireInSeconds: 3_000,
  heartbeatSeconds: 30,
  concurrency: 1,
  onePerKey: 'waiting',
});
