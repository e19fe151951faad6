import type { Database } from '../../adapters/db/database.ts';
import type { Deps } from '../../deps.ts';
import { countHit } from '../limits/rate-limit.ts';

/**
 * The address under which a message is kept whose sender only said who they are. It is nobody's address, so the message
 * is not handed out with the account of whoever was named; it still goes when that account goes.
 */
export const unconfirmedEmail = (email: string): string => `não confirmado: ${email}`;

const hourMs = 3_600_000;
/** Of all open forms together, whoever sends: enough to notice, too few to bury the messages of people. */
export const maxSuspectMailsPerHour = 10;

type Asking = { tx: Pick<Database, 'execute'>; suspect: boolean };

/**
 * What looks like a program's work is kept, but does not flood the team's mailbox. Counted in the transaction that keeps
 * it: a message that was not kept took nobody's place.
 */
export async function mayBeMailed({ log }: Pick<Deps, 'log'>, { tx, suspect }: Asking): Promise<boolean> {
  if (!suspect) return true;
  const { hits } = await countHit({ db: tx }, { key: 'suspect-mail', windowMs: hourMs });
  if (hits === maxSuspectMailsPerHour + 1)
    log.warn('suspect messages are kept without being mailed until the hour is over');
  return hits <= maxSuspectMailsPerHour;
}
