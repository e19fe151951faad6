import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';

/** Events come in bursts about one customer: one that waits answers for all of them. */
export const syncCustomerJob = defineJob({
  name: 'sync-billing-customer',
  payload: z.object({ customerId: z.string() }),
  // A vendor that is away for hours; after that the nightly sync comes by.
  retryLimit: 12,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 1_800,
  expireInSeconds: 180,
  concurrency: 2,
  onePerKey: 'waiting',
});
