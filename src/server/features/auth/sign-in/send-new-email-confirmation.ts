import type { Deps } from '../../../deps.ts';
import { takeEach } from '../../limits/budget.ts';
import { queueMail } from '../../mail/queue-mail.ts';

const hourMs = 3_600_000;
const maxPerAccount = 3;
const maxPerAddress = 20;

type NewEmail = { userId: string; name: string; email: string; link: string };

/**
 * The first link may be opened over and over, and the mailbox of the new address must not be flooded by that. Counted
 * strictly per account: other accounts that name the same address must not use up its owner's mails.
 */
export async function sendNewEmailConfirmation(
  { db, queue, sealing }: Pick<Deps, 'db' | 'queue' | 'sealing'>,
  { userId, name, email, link }: NewEmail,
): Promise<void> {
  const perAddress = { name: 'new-email-mail', of: email, max: maxPerAddress, windowMs: hourMs };
  const perAccount = { ...perAddress, of: `${email}:${userId}`, max: maxPerAccount };
  if ((await takeEach({ db, sealing }, [perAccount, perAddress])) !== undefined) return;
  await queueMail({ queue }, { template: 'confirm-new-email', to: email, data: { name, link } });
}
