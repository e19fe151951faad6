import { and, eq, exists, gt } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { sessions } from '../../adapters/db/schema/auth.ts';
import { factors } from '../../adapters/db/schema/factors.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';

/**
 * A token alone would be good for its whole quarter of an hour. Its session is looked up each time, so that a deleted
 * account, an ended session or a new second factor counts at once.
 */
export async function authenticate(
  { auth, db, now }: Pick<Deps, 'auth' | 'db' | 'now'>,
  accessToken: string,
): Promise<Actor> {
  const { userId, sessionId, email } = await auth.readAccessToken(accessToken);
  // Built, not written: drizzle leaves the tables' names out of columns in SQL that stands among the selected fields,
  // and then anybody's factor would count as everybody's.
  const verifiedFactor = db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, sessions.userId), eq(factors.status, 'verified')));
  const [session] = await db
    .select({ aal: sessions.aal, hasVerifiedFactor: exists(verifiedFactor).mapWith(Boolean) })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.expiresAt, now())));
  if (session === undefined) throw new AppError('unauthenticated');
  return {
    userId,
    sessionId,
    email,
    level: session.aal,
    nextLevel: session.hasVerifiedFactor ? 'aal2' : session.aal,
  };
}
