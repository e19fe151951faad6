import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';

/** Carries the names of the files, since by then no row knows them any more. */
export const removeFilesJob = defineJob({
  name: 'remove-files',
  payload: z.object({ keys: z.array(z.string()), folders: z.array(z.string()) }),
  // A storage that is away for a day must not leave recordings of somebody who left.
  retryLimit: 60,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 1_800,
  expireInSeconds: 600,
  heartbeatSeconds: 20,
  concurrency: 1,
});
