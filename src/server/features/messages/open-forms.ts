import { hourMs } from '#domain/format/durations.ts';
import type { Database } from '#server/adapters/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { countHit } from '#server/features/limits/rate-limit.ts';

/**
 * The address under which a message with an unproved sender is stored. No account has it, so the export of the
 * named account leaves the message out. The deletion of that account still removes the message.
 */
export const unconfirmedEmail = (email: string): string => `não confirmado: ${email}`;

/** For all open forms and senders together: enough to notice, too few to hide the messages of real visitors. */
export const maxSuspectMailsPerHour = 10;

type FormMessage = { tx: Pick<Database, 'execute'>; suspect: boolean };

/**
 * Stores messages that look automated, but keeps them from flooding the team's mailbox. Counts within the
 * transaction that stores the message, so that a rolled-back message uses up no place.
 */
export async function mayBeMailed(
  { log }: Pick<Deps, 'log'>,
  { tx, suspect }: FormMessage,
): Promise<boolean> {
  if (!suspect) return true;
  const { hits } = await countHit({ db: tx }, { key: 'suspect-mail', windowMs: hourMs });
  if (hits === maxSuspectMailsPerHour + 1)
    log.warn('the server stores suspect messages without mailing them until the hour is over');
  return hits <= maxSuspectMailsPerHour;
}
