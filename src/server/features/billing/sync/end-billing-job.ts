import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';

/** For an account that is gone: by then no row knows its customer. */
export const endBillingJob = defineJob({
  name: 'end-billing',
  payload: z.object({
    customerId: z.string(),
    /** Asked back in time and not made yet: that the account is gone changes nothing about it. */
    owedPaymentIds: z.array(z.string()).default([]),
  }),
  // Nobody may go on paying for an account that is not there, however long the vendor is away.
  retryLimit: 60,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 3_600,
  expireInSeconds: 180,
  concurrency: 1,
});
