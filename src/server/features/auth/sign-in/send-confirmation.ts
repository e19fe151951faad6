import type { AuthHooks } from '../../../adapters/auth/better-auth.ts';
import type { Deps } from '../../../deps.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { noteConfirmationMail } from './sign-in-mails.ts';

/** A sign-up always sends its mail. Requests for another one are counted before they come here: sign-in-mails.ts. */
export async function sendConfirmation(
  { queue, sealing }: Pick<Deps, 'queue' | 'sealing'>,
  { name, email, link, tx }: Parameters<AuthHooks['sendConfirmation']>[0],
) {
  if (tx !== undefined) await noteConfirmationMail({ db: tx, sealing }, email);
  await queueMail({ queue }, { template: 'confirm-email', to: email, data: { name, link } }, tx && { tx });
}
