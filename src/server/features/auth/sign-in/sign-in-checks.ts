import { and, eq, gte } from 'drizzle-orm';
import { accounts, sessions, users } from '#server/adapters/db/schema/auth.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';

/** The only place that reveals whether an account exists: decision 009. */
export async function requireAccountExists({ db }: Pick<Deps, 'db'>, email: string): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (user === undefined) throw new AppError('account_not_found');
}

/** Another person may have signed up with the address between the change request and its last link. */
export async function requireEmailAvailable({ db }: Pick<Deps, 'db'>, email: string): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
  if (user !== undefined) throw new AppError('email_taken');
}

export async function isConfirmedEmail({ db }: Pick<Deps, 'db'>, email: string): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true)));
  return user !== undefined;
}

type SignIn = { email: string; began: Date };

/**
 * Checking a password takes a tenth of a second. If the password changes meanwhile, this sign-in would leave a
 * session of the old password behind, created just after the others were ended.
 */
export async function refuseStaleSignIn({ db }: Pick<Deps, 'db'>, { email, began }: SignIn): Promise<void> {
  const isStale = await db.transaction(async (tx) => {
    const [changed] = await tx
      .select({ userId: accounts.userId })
      .from(accounts)
      .innerJoin(users, eq(users.id, accounts.userId))
      .where(
        and(eq(users.email, email), eq(accounts.providerId, 'credential'), gte(accounts.updatedAt, began)),
      );
    if (changed === undefined) return false;
    await tx.delete(sessions).where(and(eq(sessions.userId, changed.userId), gte(sessions.createdAt, began)));
    return true;
  });
  if (isStale) throw new AppError('wrong_credentials');
}
