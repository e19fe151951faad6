import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';

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
