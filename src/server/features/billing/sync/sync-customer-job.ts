import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';

/** Events about one customer come in bursts: one waiting job serves them all. */
export const syncCustomerJob = defineJob({
  name: 'sync-billing-customer',
  payload: z.object({ customerId: z.string() }),
  // Covers hours of a Stripe outage; after that the nightly sync takes over.
  retryLimit: 12,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 1_800,
  expireInSeconds: 180,
  concurrency: 2,
  onePerKey: 'waiting',
});
