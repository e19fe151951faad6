import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../adapters/db/database.ts';
import type { Deps } from '../../deps.ts';
import { deliverMailJob } from './deliver-mail-job.ts';
import type { Mail } from './mail.ts';

type QueueMailOptions = { tx?: Transaction };

/** The mail leaves once the transaction that is given commits; without one, at once. */
export async function queueMail(
  { queue }: Pick<Deps, 'queue'>,
  mail: Mail,
  { tx }: QueueMailOptions = {},
): Promise<void> {
  await queue.send(deliverMailJob, { id: randomUUID(), mail }, { tx });
}
