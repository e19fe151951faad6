import { and, eq } from 'drizzle-orm';
import type { Actor } from '#server/actor.ts';
import { findUser, hasVerifiedFactor } from '#server/adapters/auth/account-rows.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { sessions, users } from '#server/adapters/db/schema/auth.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import type { SecurityEvent } from '#server/features/mail/mail.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';

type AccountSession = Pick<Actor, 'userId' | 'sessionId'>;

/**
 * Serializes the changes to an account's second factors. Unserialized, two changes could exceed the factor limit
 * or leave codes without a factor. Locking the same rows in different orders would deadlock.
 */
export async function lockAccount(tx: Transaction, { userId }: AccountSession): Promise<void> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (user === undefined) throw new AppError('unauthenticated');
}

/** Checks again under the lock: meanwhile a factor may have been verified, or the session ended. */
export async function lockAccountAtFullLevel(tx: Transaction, account: AccountSession): Promise<void> {
  await lockAccount(tx, account);
  const [session] = await tx
    .select({ aal: sessions.aal })
    .from(sessions)
    .where(and(eq(sessions.id, account.sessionId), eq(sessions.userId, account.userId)));
  if (session === undefined) throw new AppError('unauthenticated');
  if (session.aal === 'aal2') return;
  if (await hasVerifiedFactor(tx, account.userId)) throw new AppError('second_factor_required');
}

/** Notifies the account's owner, also of changes that another person made. */
export async function mailFactorNotice(
  tx: Transaction,
  deps: Pick<Deps, 'queue'>,
  { userId, event }: { userId: string; event: SecurityEvent },
): Promise<void> {
  const owner = await findUser(tx, userId);
  if (owner === undefined) return;
  const data = { name: owner.name, event };
  await queueMail(deps, { template: 'security-notice', to: owner.email, data }, { tx });
}
