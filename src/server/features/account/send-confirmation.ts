import type { AuthMoments } from '../../adapters/auth/better-auth.ts';
import type { Deps } from '../../deps.ts';
import { countHit } from '../limits/count-hit.ts';
import { limitKey } from '../limits/limit-key.ts';
import { queueMail } from '../mail/queue-mail.ts';

const hourMs = 3_600_000;
/** The first of the sign-up and three more. */
const mostMailsAnHour = 4;

/**
 * Whoever asks, and from wherever: an address that never signed up here must not be buried in our mails. The
 * links that were sent hold for an hour too, so one of them still serves.
 */
export async function sendConfirmation(
  { db, queue, sealing }: Pick<Deps, 'db' | 'queue' | 'sealing'>,
  { name, email, link, tx }: Parameters<AuthMoments['sendConfirmation']>[0],
) {
  const key = limitKey({ sealing }, `${email}:confirmation-mail`);
  const { hits } = await countHit({ db: tx ?? db }, { key, windowMs: hourMs });
  if (hits > mostMailsAnHour) return;
  await queueMail({ queue }, { template: 'confirm-email', to: email, data: { name, link } }, tx && { tx });
}
