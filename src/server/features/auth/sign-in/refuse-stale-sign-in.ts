import { and, eq, gte } from 'drizzle-orm';
import { accounts, sessions, users } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';

type SignIn = { email: string; began: Date };

/**
 * Checking a password takes a tenth of a second. One that was changed meanwhile would leave a session of the old one
 * behind, made just after the others were ended.
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
