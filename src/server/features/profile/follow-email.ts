import { and, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';
import { profiles } from '../../adapters/db/schema/profiles.ts';
import type { Deps } from '../../deps.ts';
import { dropPendingLinks } from '../account/drop-pending-links.ts';
import { endOtherSessions } from '../account/end-other-sessions.ts';
import { queueMail } from '../mail/queue-mail.ts';

type EmailChange = {
  userId: string;
  newEmail: string;
  /** By which it was done: it alone goes on. */
  sessionId?: string | undefined;
  tx?: Transaction | undefined;
};

/** The old address is told by the profile, not by the caller: a change that was already followed sends no second notice. */
async function follow({ queue }: Pick<Deps, 'queue'>, change: EmailChange, tx: Transaction) {
  const { userId, newEmail, sessionId } = change;
  const [before] = await tx
    .select({ name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, userId), ne(profiles.email, newEmail)))
    .for('update');
  if (before === undefined) return;
  await tx.update(profiles).set({ email: newEmail, updatedAt: sql`now()` }).where(eq(profiles.id, userId));
  // Who still holds the old address, or a browser left open, is not in any more.
  await dropPendingLinks(tx, before.email, userId);
  if (sessionId !== undefined) await endOtherSessions({ db: tx }, { userId, sessionId });
  const data = { name: before.name, event: 'email_changed' as const };
  await queueMail({ queue }, { template: 'security-notice', to: before.email, data }, { tx });
}

/** Once a new address is confirmed: the profile takes it, and the address that is left hears of it. */
export async function followEmail(deps: Pick<Deps, 'db' | 'queue'>, change: EmailChange) {
  if (change.tx !== undefined) await follow(deps, change, change.tx);
  else await deps.db.transaction((own) => follow(deps, change, own));
}
