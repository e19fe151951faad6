import type { Deps } from '../../deps.ts';
import { countHit } from '../limits/count-hit.ts';
import { limitKey } from '../limits/limit-key.ts';
import { queueMail } from '../mail/queue-mail.ts';

const hourMs = 3_600_000;
const mostMailsAnHour = 3;

type NewEmail = { name: string; email: string; link: string };

/** The first link may be opened over and over; whoever's address was named as the new one must not be buried by that. */
export async function sendNewEmailConfirmation(
  { db, queue, sealing }: Pick<Deps, 'db' | 'queue' | 'sealing'>,
  { name, email, link }: NewEmail,
): Promise<void> {
  const key = limitKey({ sealing }, `${email}:new-email-mail`);
  const { hits } = await countHit({ db }, { key, windowMs: hourMs });
  if (hits > mostMailsAnHour) return;
  await queueMail({ queue }, { template: 'confirm-new-email', to: email, data: { name, link } });
}
