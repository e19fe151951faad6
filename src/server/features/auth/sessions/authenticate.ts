import { and, eq, exists, gt, sql } from 'drizzle-orm';
import type { Actor } from '#server/actor.ts';
import { cachedPreparedStatement } from '#server/adapters/db/database.ts';
import { factors, sessions } from '#server/adapters/db/schema/auth.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';

/** Runs on every call. */
const sessionStatement = cachedPreparedStatement((db, name: 'session of a token') => {
  // Use the query builder here. Among selected fields, drizzle drops table names from the columns in raw SQL, and
  // then any user's factor would count for every user.
  const verifiedFactor = db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, sessions.userId), eq(factors.status, 'verified')));
  return db
    .select({
      aal: sessions.aal,
      hasVerifiedFactor: exists(verifiedFactor).mapWith(Boolean),
      createdAt: sessions.createdAt,
      provedAt: sessions.provedAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(sessions.userId, sql.placeholder('userId')),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare(name);
});

/**
 * A token alone stays valid for a quarter of an hour. Look up its session on every call, so that a deleted
 * account, an ended session or a new second factor takes effect at once.
 */
export async function authenticate(
  { auth, db, now }: Pick<Deps, 'auth' | 'db' | 'now'>,
  accessToken: string,
): Promise<Actor> {
  const { userId, sessionId, email } = await auth.readAccessToken(accessToken);
  const values = { sessionId, userId, now: now() };
  const [session] = await sessionStatement(db, 'session of a token').execute(values);
  if (session === undefined) throw new AppError('unauthenticated');
  return {
    userId,
    sessionId,
    email,
    level: session.aal,
    nextLevel: session.hasVerifiedFactor ? 'aal2' : session.aal,
    provedAt: session.provedAt ?? session.createdAt,
  };
}
