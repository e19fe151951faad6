import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';

/** Receipts and warnings of Stripe's own go to the address that it knows. */
export const syncCustomerEmailJob = defineJob({
  name: 'tell-billing-email',
  payload: z.object({ userId: z.uuid() }),
  retryLimit: 12,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 3_600,
  expireInSeconds: 180,
  concurrency: 1,
});
