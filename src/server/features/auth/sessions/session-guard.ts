import { and, eq, exists, gt, inArray } from 'drizzle-orm';
import { minuteMs } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import { factors, sessions } from '#server/adapters/db/schema/auth.ts';
import { createBatchLoader } from '#server/concurrency/batch-loader.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';

type SessionHolder = Pick<Actor, 'userId' | 'sessionId'>;

/** Returns each session's expiry, in order of `holders`; undefined if `authenticate` would refuse it now. */
async function findSessionExpiries(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  holders: readonly SessionHolder[],
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

export async function isSessionValid(
  deps: Pick<Deps, 'db' | 'now'>,
  holder: SessionHolder,
): Promise<boolean> {
  const [expiresAt] = await findSessionExpiries(deps, [holder]);
  return expiresAt !== undefined;
}

/** Triggers on `sessions` and `factors` notify on this channel, in the transaction that makes the change. */
export const sessionChannel = 'session_changes';

/** Fallback for a notification that was lost with its connection. */
const maxUncheckedMs = minuteMs;
/** Retries soon after a failed check, so that a short database outage does not delay the end by a minute. */
const afterFailureMs = 5_000;

export type GuardedSession = Readonly<{
  /** Aborted as soon as this process knows that the session has ended. */
  ended: AbortSignal;
  /** Asks the database. If it returns true, rows read before the call were read while the session was valid. */
  isValid: () => Promise<boolean>;
}>;

/**
 * For responses that outlast their initial session check. Simultaneous checks share one statement. The guard ends
 * with its response: `until` aborts when the client disconnects or the response is complete.
 */
export function createSessionGuard(deps: Pick<Deps, 'db' | 'now' | 'progress'>) {
  const expiryOf = createBatchLoader((holders: readonly SessionHolder[]) =>
    findSessionExpiries(deps, holders),
  );

  return function guard(holder: SessionHolder, until: AbortSignal): GuardedSession {
    const ending = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let closed = false;

    function checkIn(ms: number) {
      clearTimeout(timer);
      if (closed) return;
      timer = setTimeout(check, ms);
      timer.unref();
    }
    async function isValid() {
      if (ending.signal.aborted) return false;
      const expiresAt = await expiryOf(holder);
      if (expiresAt === undefined) {
        close();
        ending.abort(new AppError('unauthenticated'));
        return false;
      }
      const leftMs = expiresAt.getTime() - deps.now().getTime();
      checkIn(Math.min(maxUncheckedMs, leftMs + 1));
      return !ending.signal.aborted;
    }
    const check = () => void isValid().catch(() => checkIn(afterFailureMs));

    // An empty notification means that the connection was lost and restored. It wakes every subscriber.
    const unsubscribe = [`session:${holder.sessionId}`, `sessions-of:${holder.userId}`].map((subject) =>
      deps.progress.subscribe(subject, check),
    );
    function close() {
      closed = true;
      clearTimeout(timer);
      for (const each of unsubscribe) each();
    }
    if (until.aborted) close();
    else {
      until.addEventListener('abort', close, { once: true });
      // The session may have ended between the initial check and the subscription.
      check();
    }
    return { ended: ending.signal, isValid };
  };
}
