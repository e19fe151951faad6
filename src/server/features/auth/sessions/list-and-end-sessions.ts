import { and, desc, eq, gt, lt, ne } from 'drizzle-orm';
import type { SessionList } from '#contract/profile.ts';
import { dayMs } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { sessions, verifications } from '#server/adapters/db/schema/auth.ts';
import type { Deps } from '#server/deps.ts';
import { deviceName } from './device-name.ts';

/** No user reviews a longer list. "End the others" also ends the sessions that it omits. */
const maxListed = 100;

export async function listSessions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<SessionList> {
  const rows = await db
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
      ipAddress: sessions.ipAddress,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.updatedAt), sessions.id)
    .limit(maxListed);
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.updatedAt.toISOString(),
      address: row.ipAddress || null,
      device: deviceName(row.userAgent),
      is_current: row.id === sessionId,
    })),
  };
}

/** Their access tokens stop working too, because each call looks up its session. */
export async function endOtherSessions(
  { db }: { db: Database | Transaction },
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
}

/**
 * Expired sessions hold addresses and browsers, and expired links hold their owners: personal data without a use.
 * Keep them for one more day, so that the server can tell a late owner that the session or link has expired.
 */
export async function sweepExpiredSessions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - dayMs);
  await db.delete(sessions).where(lt(sessions.expiresAt, before));
  await db.delete(verifications).where(lt(verifications.expiresAt, before));
}
