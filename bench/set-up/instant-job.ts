import { z } from 'zod';
import { defineJob } from '#server/jobs/job-definition.ts';

/** As many side by side in one process as transcriptions are. */
export const atOnce = 3;

export const instantJob = defineJob({
  name: 'instant',
  payload: z.object({ number: z.int() }),
  concurrency: atOnce,
});
