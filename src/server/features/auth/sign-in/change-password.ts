import { eq } from 'drizzle-orm';
import type { PasswordChange } from '#contract/account.ts';
import { brokenPasswordRules, changedPasswordTooShort, minChangedPasswordLength } from '#domain/password.ts';
import type { Actor } from '#server/actor.ts';
import { findUser } from '#server/adapters/auth/account-rows.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import {
  isPersonalPassword,
  type PasswordOwner,
} from '#server/adapters/leaked-passwords/personal-passwords.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import { requireProof } from '../proof/proof.ts';
import { proveByPassword } from '../proof/prove.ts';
import { endOtherSessions } from '../sessions/list-and-end-sessions.ts';
import { deletePendingLinks } from './pending-links.ts';

/** If the lookup service does not answer, the built-in list alone decides, and /metrics shows it. */
export async function refuseGuessablePassword(
  { leakedPasswords }: Pick<Deps, 'leakedPasswords'>,
  password: string,
  owner: PasswordOwner | undefined,
): Promise<void> {
  if (owner !== undefined && isPersonalPassword(password, owner)) throw new AppError('password_personal');
  if ((await leakedPasswords.lookUp(password)) === 'leaked') throw new AppError('password_leaked');
}

/** Only the server knows whose link it is. A link that is over is refused later, when it is used. */
export async function refuseGuessableReset(
  deps: Pick<Deps, 'auth' | 'db' | 'leakedPasswords'>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const userId = await deps.auth.userOfResetLink(token);
  const owner = userId === undefined ? undefined : await findUser(deps.db, userId);
  await refuseGuessablePassword(deps, newPassword, owner);
}

const field = 'new_password';

/** Checks in the order that the account page states: six characters, then all broken rules together, then leaks. */
async function checkNewPassword(
  deps: Pick<Deps, 'leakedPasswords'>,
  password: string,
  owner: PasswordOwner | undefined,
): Promise<void> {
  if (password.length < minChangedPasswordLength) {
    const text = changedPasswordTooShort;
    throw new AppError('password_too_short', { text, fields: { [field]: text } });
  }
  const broken = brokenPasswordRules(password);
  if (broken.length > 0) {
    const text = broken.join(' ');
    throw new AppError('password_weak', { text, fields: { [field]: text } });
  }
  await refuseGuessablePassword(deps, password, owner);
}

/** Sets the password, ends the other sessions and queues the notice in one transaction. */
export async function changePassword(
  deps: Pick<Deps, 'auth' | 'db' | 'leakedPasswords' | 'now' | 'queue' | 'sealing'>,
  actor: Pick<Actor, 'userId' | 'sessionId' | 'provedAt'>,
  { new_password: newPassword, current_password: currentPassword }: PasswordChange,
): Promise<void> {
  const { userId } = actor;
  await checkNewPassword(deps, newPassword, await findUser(deps.db, userId));
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
    await deletePendingLinks(deps, { email: user.email, userId, tx });
    const { name, email } = user;
    await queueMail(
      deps,
      { template: 'security-notice', to: email, data: { name, event: 'password_changed' } },
      { tx },
    );
  });
}
