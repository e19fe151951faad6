import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '../../adapters/db/database.ts';
import { MailError } from '../../adapters/mail/mailer.ts';
import type { Deps } from '../../deps.ts';
import { defineJob, type JobContext, type JobOutcome, PermanentJobError } from '../../jobs/job-definition.ts';
import { type Mail, MailSchema } from './mail.ts';
import { renderMail } from './render-mail.ts';

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

type QueueMailOptions = { tx?: Transaction };

/** The mail leaves once the transaction that is given commits; without one, at once. */
export async function queueMail(
  { queue }: Pick<Deps, 'queue'>,
  mail: Mail,
  { tx }: QueueMailOptions = {},
): Promise<void> {
  await queue.send(deliverMailJob, { id: randomUUID(), mail }, { tx });
}

type Delivery = z.infer<(typeof deliverMailJob)['payload']>;

/** Written when it is sent, so that a mail which waited long says what the product says by then. */
export async function deliverMail(
  { mailer, config }: Pick<Deps, 'mailer' | 'config'>,
  { id, mail }: Delivery,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<JobOutcome> {
  const setting = { productName: config.productName, publicUrl: config.http.publicUrl };
  try {
    await mailer.send({ id, to: mail.to, ...renderMail(mail, setting) }, { signal });
  } catch (error) {
    // Sending on to an address that does not exist spoils our name with its server.
    if (error instanceof MailError && error.permanent) throw new PermanentJobError(error.message);
    throw error;
  }
  return 'completed';
}
