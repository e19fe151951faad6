import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';

/** One job takes a recording from file to text. It can be cut off anywhere: what is done is kept. */
export const runTranscriptionJob = defineJob({
  name: 'run-transcription',
  payload: z.object({ transcriptionId: z.uuid(), run: z.number().int() }),
  // An engine that is away for an evening must cost nobody a recording: about six hours of tries.
  retryLimit: 18,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 1_800,
  expireInSeconds: 12 * 3_600,
  heartbeatSeconds: 20,
  concurrency: 3,
  // Ten recordings of one person never hold every place: whoever comes next begins at once.
  maxPerGroup: 2,
});
