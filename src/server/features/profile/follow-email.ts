import { and, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';
import { profiles } from '../../adapters/db/schema/profiles.ts';
import type { Deps } from '../../deps.ts';
import { syncCustomerEmailJob } from '../billing/sync/sync-customer-email-job.ts';
import { queueMail } from '../mail/queue-mail.ts';

type EmailChange = { userId: string; newEmail: string; tx: Transaction };

/**
 * Once a new address is confirmed: the profile takes it, and the address that is left hears of it. That one is given:
 * the profile knows it, not the caller, so a change that was already followed sends no second notice.
 */
export async function followEmail(
  { queue }: Pick<Deps, 'queue'>,
  { userId, newEmail, tx }: EmailChange,
): Promise<string | undefined> {
  const [before] = await tx
    .select({ name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, userId), ne(profiles.email, newEmail)))
    .for('update');
  if (before === undefined) return undefined;
  await tx.update(profiles).set({ email: newEmail, updatedAt: sql`now()` }).where(eq(profiles.id, userId));
  const data = { name: before.name, event: 'email_changed' as const };
  await queue.send(syncCustomerEmailJob, { userId }, { tx });
  await queueMail({ queue }, { template: 'security-notice', to: before.email, data }, { tx });
  return before.email;
}
