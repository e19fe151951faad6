import { and, eq } from 'drizzle-orm';
import { accounts, sessions, users } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { dropPendingLinks } from './drop-pending-links.ts';

type Somebody = { userId: string; name: string; email: string };

/**
 * The new password is set by now, whatever follows. So whoever was in goes first, with every other link that is under
 * way; the link came to the address, so the address is its owner's; then the owner is told.
 */
export async function followPasswordReset(
  deps: Pick<Deps, 'db' | 'queue' | 'sealing'>,
  { userId, name, email }: Somebody,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await dropPendingLinks(deps, { email, userId, tx });
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
    // Sign-ins under way look at this moment: see refuse-stale-sign-in.ts.
    await tx
      .update(accounts)
      .set({ updatedAt: new Date() })
      .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  });
  const data = { name, event: 'password_changed' as const };
  await queueMail(deps, { template: 'security-notice', to: email, data });
}
