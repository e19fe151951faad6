import { and, eq, exists, gt } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { sessions } from '../../adapters/db/schema/auth.ts';
import { factors } from '../../adapters/db/schema/factors.ts';
import type { Deps } from '../../deps.ts';

/** For answers that last: whether whoever began it would still be let in. */
export async function sessionStands(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, sessionId, level }: Pick<Actor, 'userId' | 'sessionId' | 'level'>,
): Promise<boolean> {
  const verifiedFactor = db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, sessions.userId), eq(factors.status, 'verified')));
  const [session] = await db
    .select({ hasVerifiedFactor: exists(verifiedFactor).mapWith(Boolean) })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.expiresAt, now())));
  return session !== undefined && (level === 'aal2' || !session.hasVerifiedFactor);
}
