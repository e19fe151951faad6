import { z } from 'zod';
import { defineJob } from '../../jobs/job-definition.ts';
import { MailSchema } from './mail.ts';

/** The id becomes the Message-ID, so that a mail which was sent twice after a crash is seen to be one. */
export const deliverMailJob = defineJob({
  name: 'deliver-mail',
  payload: z.object({ id: z.uuid(), mail: MailSchema }),
  // From seconds to half an hour: more than four hours in all, for a mail server that is being repaired.
  retryLimit: 16,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 1_800,
  expireInSeconds: 120,
  // People wait for this mail: one that a process took with it is sent by another within the minute.
  heartbeatSeconds: 20,
  concurrency: 2,
  // Sign-in links, and what people wrote.
  isSecret: true,
});
