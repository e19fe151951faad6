import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '#server/adapters/db/database.ts';
import { MailError } from '#server/adapters/mail/mailer.ts';
import type { Deps } from '#server/deps.ts';
import {
  defineJob,
  type JobContext,
  type JobOutcome,
  PermanentJobError,
} from '#server/jobs/job-definition.ts';
import { type Mail, MailSchema } from './mail.ts';
import { renderMail } from './render-mail.ts';

/** The id becomes the Message-ID, so that mailboxes recognize a mail that a crash sent twice. */
export const deliverMailJob = defineJob({
  name: 'deliver-mail',
  payload: z.object({ id: z.uuid(), mail: MailSchema }),
  // Back-off from seconds to half an hour, more than four hours in all, so that a mail server can be repaired.
  retryLimit: 16,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 1_800,
  expireInSeconds: 120,
  // People wait for this mail, so after a crash another worker sends it within the minute.
  heartbeatSeconds: 20,
  concurrency: 2,
  // It contains sign-in links and the messages of visitors.
  isSecret: true,
});

type QueueMailOptions = { tx?: Transaction };

/** Sends the mail once the given transaction commits, or at once without one. */
export async function queueMail(
  { queue }: Pick<Deps, 'queue'>,
  mail: Mail,
  { tx }: QueueMailOptions = {},
): Promise<void> {
  await queue.send(deliverMailJob, { id: randomUUID(), mail }, { tx });
}

/** Metrics and log lines compare engines, and mails have only this one. */
export const mailEngine = 'smtp';

type Delivery = z.infer<(typeof deliverMailJob)['payload']>;

/** Renders at sending time, so that a delayed mail uses the current wording. */
export function deliverMail(
  { mailer, config, workLog }: Pick<Deps, 'mailer' | 'config' | 'workLog'>,
  { id, mail }: Delivery,
  context: JobContext,
): Promise<JobOutcome> {
  return workLog.follow(context, async (work) => {
    work.describe({ work: 'mail', engine: mailEngine, mailId: id, template: mail.template });
    work.begin();
    const setting = { productName: config.productName, publicUrl: config.http.publicUrl };
    try {
      await mailer.send({ id, to: mail.to, ...renderMail(mail, setting) }, { signal: context.signal });
    } catch (error) {
      // Repeated mails to an unknown address would ruin our reputation with its server.
      if (error instanceof MailError && error.permanent) throw new PermanentJobError(error.message);
      throw error;
    }
    return 'completed';
  });
}
