import type { z } from 'zod';
import { MailFault } from '../../adapters/mail/mail-fault.ts';
import type { Deps } from '../../deps.ts';
import { type JobContext, type JobOutcome, PermanentJobError } from '../../jobs/job-definition.ts';
import type { deliverMailJob } from './deliver-mail-job.ts';
import { renderMail } from './render-mail.ts';

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
    if (error instanceof MailFault && error.permanent) throw new PermanentJobError(error.message);
    throw error;
  }
  return 'completed';
}
