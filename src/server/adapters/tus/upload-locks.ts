import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locker } from '@tus/server';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { idOfKey } from './upload-key.ts';

const leaseMs = 15_000;
const renewEveryMs = 1_000;
const pauseMs = 200;
const longestWaitMs = 20_000;

/** Thrown as the tus library throws its own refusals. */
const busy = { status_code: 423, body: 'locked' };

/**
 * Several servers may be asked for one upload. The lease is a row, so that one of them that died holds it for seconds
 * only; a holder looks each second whether somebody waits, and lets go of a connection that nobody uses any more.
 */
export function uploadLocks(db: Database): Locker {
  const take = async (id: string, token: string) => {
    const { rowCount } = await db.execute(sql`
      update uploads set lock_token = ${token}, release_asked = false,
        locked_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where id = ${id} and (lock_token is null or locked_until < clock_timestamp())`);
    return rowCount === 1;
  };
  const askForRelease = (id: string) =>
    db.execute(sql`update uploads set release_asked = true where id = ${id} and lock_token is not null`);

  /** True where somebody waits, undefined where the lease is lost. */
  const renew = async (id: string, token: string): Promise<boolean | undefined> => {
    const { rows } = await db.execute<{ release_asked: boolean }>(sql`
      update uploads set locked_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where id = ${id} and lock_token = ${token} returning release_asked`);
    return rows[0]?.release_asked;
  };

  return {
    newLock(key) {
      const id = idOfKey(key);
      const token = randomUUID();
      let renewing: NodeJS.Timeout | undefined;
      return {
        async lock(signal, letGo) {
          const giveUpAt = Date.now() + longestWaitMs;
          while (!(await take(id, token))) {
            if (signal.aborted || Date.now() > giveUpAt) throw busy;
            await askForRelease(id);
            await delay(pauseMs);
          }
          renewing = setInterval(() => {
            renew(id, token).then(
              (asked) => (asked === false ? undefined : letGo()),
              // A database that is away for a moment must not cut an upload; the lease is longer than that.
              () => undefined,
            );
          }, renewEveryMs);
          renewing.unref();
        },
        async unlock() {
          clearInterval(renewing);
          await db.execute(
            sql`update uploads set lock_token = null, release_asked = false where id = ${id} and lock_token = ${token}`,
          );
        },
      };
    },
  };
}
