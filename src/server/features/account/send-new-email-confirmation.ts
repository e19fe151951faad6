import type { Deps } from '../../deps.ts';
import { countHit } from '../limits/count-hit.ts';
import { queueMail } from '../mail/queue-mail.ts';

const hourMs = 3_600_000;
const mostMailsAnHour = 3;

type NewEmail = { name: string; email: string; link: string };

/** The first link may be opened over and over; whoever's address was named as the new one must not be buried by that. */
export async function sendNewEmailConfirmation(
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  { name, email, link }: NewEmail,
): Promise<void> {
  const { hits } = await countHit({ db }, { key: `${email}:new-email-mail`, windowMs: hourMs });
  if (hits > mostMailsAnHour) return;
  await queueMail({ queue }, { template: 'confirm-new-email', to: email, data: { name, link } });
}
