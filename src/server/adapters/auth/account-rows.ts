import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/adapters/db/database.ts';
import { factors, users } from '#server/adapters/db/schema/auth.ts';

type Reader = Pick<Database, 'select'>;

/** The name and address of a user for mails; undefined once the account is deleted. */
export async function findUser(db: Reader, userId: string) {
  const [user] = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  return user;
}

/** True if the account requires a second factor. */
export async function hasVerifiedFactor(db: Reader, userId: string): Promise<boolean> {
  const [verified] = await db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, 'verified')))
    .limit(1);
  return verified !== undefined;
}
