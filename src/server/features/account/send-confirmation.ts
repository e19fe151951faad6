import type { AuthMoments } from '../../adapters/auth/better-auth.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { noteConfirmationMail } from './sign-in-mails.ts';

/** The mail of a sign-up comes always. Whoever asks for another one is counted before: sign-in-mails.ts. */
export async function sendConfirmation(
  { queue, sealing }: Pick<Deps, 'queue' | 'sealing'>,
  { name, email, link, tx }: Parameters<AuthMoments['sendConfirmation']>[0],
) {
  if (tx !== undefined) await noteConfirmationMail({ db: tx, sealing }, email);
  await queueMail({ queue }, { template: 'confirm-email', to: email, data: { name, link } }, tx && { tx });
}
