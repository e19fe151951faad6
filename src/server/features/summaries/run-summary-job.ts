import { z } from 'zod';
import { defineJob } from '../../jobs/job-definition.ts';

/** One job writes one summary. Cut off anywhere, what was read of the transcript is kept. */
export const runSummaryJob = defineJob({
  name: 'run-summary',
  payload: z.object({ summaryId: z.uuid() }),
  // Faults of the model are waited out within a try; these are for processes that die.
  retryLimit: 5,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 30,
  expireInSeconds: 2 * 3_600,
  heartbeatSeconds: 10,
  concurrency: 4,
  // Somebody who starts ten summaries leaves places for everybody else.
  maxPerGroup: 2,
});
