import { and, eq, ne } from 'drizzle-orm';
import type { Actor } from '../../../actor.ts';
import type { Database, Transaction } from '../../../adapters/db/database.ts';
import { sessions } from '../../../adapters/db/schema/auth.ts';

/** Their access tokens stop with them: each call looks its session up. */
export async function endOtherSessions(
  { db }: { db: Database | Transaction },
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
}
