import { and, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';
import { profiles } from '../../adapters/db/schema/profiles.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';

type EmailChange = { userId: string; newEmail: string; tx?: Transaction | undefined };

/** The old address is told by the profile, not by the caller: a change that was already followed sends no second notice. */
async function follow({ queue }: Pick<Deps, 'queue'>, userId: string, newEmail: string, tx: Transaction) {
  const [before] = await tx
    .select({ name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, userId), ne(profiles.email, newEmail)))
    .for('update');
  if (before === undefined) return;
  await tx.update(profiles).set({ email: newEmail, updatedAt: sql`now()` }).where(eq(profiles.id, userId));
  const data = { name: before.name, event: 'email_changed' as const };
  await queueMail({ queue }, { template: 'security-notice', to: before.email, data }, { tx });
}

/** Once a new address is confirmed: the profile takes it, and the address that is left hears of it. */
export async function followEmail(deps: Pick<Deps, 'db' | 'queue'>, { userId, newEmail, tx }: EmailChange) {
  if (tx !== undefined) await follow(deps, userId, newEmail, tx);
  else await deps.db.transaction((own) => follow(deps, userId, newEmail, own));
}
