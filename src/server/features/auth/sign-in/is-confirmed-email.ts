import { and, eq } from 'drizzle-orm';
import { users } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';

export async function isConfirmedEmail({ db }: Pick<Deps, 'db'>, email: string): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true)));
  return user !== undefined;
}
