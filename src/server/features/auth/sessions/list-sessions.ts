import { and, desc, eq, gt } from 'drizzle-orm';
import type { SessionList } from '#contract/profile.ts';
import type { Actor } from '../../../actor.ts';
import { sessions } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';
import { deviceName } from './device-name.ts';

/** Nobody looks through more by eye, and ending the others ends all of them. */
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
