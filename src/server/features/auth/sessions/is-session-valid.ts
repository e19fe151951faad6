import { and, eq, exists, gt, inArray } from 'drizzle-orm';
import type { Actor } from '../../../actor.ts';
import { sessions } from '../../../adapters/db/schema/auth.ts';
import { factors } from '../../../adapters/db/schema/factors.ts';
import type { Deps } from '../../../deps.ts';

export type Holder = Pick<Actor, 'userId' | 'sessionId'>;

/** When each session expires, in the order asked for; undefined where `authenticate` would refuse the session now. */
export async function expiryOfStanding(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  holders: readonly Holder[],
): Promise<(Date | undefined)[]> {
  const verifiedFactor = db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, sessions.userId), eq(factors.status, 'verified')));
  const ids = [...new Set(holders.map(({ sessionId }) => sessionId))];
  const rows = await db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      aal: sessions.aal,
      expiresAt: sessions.expiresAt,
      hasVerifiedFactor: exists(verifiedFactor).mapWith(Boolean),
    })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), gt(sessions.expiresAt, now())));
  const standing = rows.filter(({ aal, hasVerifiedFactor }) => aal === 'aal2' || !hasVerifiedFactor);
  const byId = new Map(standing.map((row) => [row.id, row]));
  return holders.map(({ userId, sessionId }) => {
    const row = byId.get(sessionId);
    return row?.userId === userId ? row.expiresAt : undefined;
  });
}

export async function isSessionValid(deps: Pick<Deps, 'db' | 'now'>, holder: Holder): Promise<boolean> {
  const [expiresAt] = await expiryOfStanding(deps, [holder]);
  return expiresAt !== undefined;
}
