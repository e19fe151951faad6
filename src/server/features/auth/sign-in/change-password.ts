import { eq } from 'drizzle-orm';
import type { PasswordChange } from '#contract/account.ts';
import type { Actor } from '../../../actor.ts';
import { users } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { proveByPassword } from '../proof/prove-by-password.ts';
import { requireProof } from '../proof/require-proof.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { checkNewPassword } from './check-new-password.ts';
import { dropPendingLinks } from './drop-pending-links.ts';

/** The new password, the end of the other sessions and the notice come together, or none of them does. */
export async function changePassword(
  deps: Pick<Deps, 'auth' | 'db' | 'leakedPasswords' | 'now' | 'queue' | 'sealing'>,
  actor: Pick<Actor, 'userId' | 'sessionId' | 'provedAt'>,
  { new_password: newPassword, current_password: currentPassword }: PasswordChange,
): Promise<void> {
  const { userId } = actor;
  await checkNewPassword(deps, newPassword);
  const isProved = currentPassword !== undefined && (await proveByPassword(deps, actor, currentPassword));
  if (!isProved) requireProof(deps, actor);
  await deps.db.transaction(async (tx) => {
    const [user] = await tx
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    if (user === undefined) throw new AppError('unauthenticated');
    await deps.auth.passwords.set(userId, newPassword, { tx });
    await endOtherSessions({ db: tx }, actor);
    await dropPendingLinks(deps, { email: user.email, userId, tx });
    const { name, email } = user;
    await queueMail(
      deps,
      { template: 'security-notice', to: email, data: { name, event: 'password_changed' } },
      { tx },
    );
  });
}
