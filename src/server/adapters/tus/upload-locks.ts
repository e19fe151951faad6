import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locker } from '@tus/server';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { uploadIdFromKey } from '../storage/storage.ts';

const leaseMs = 15_000;
const renewEveryMs = 1_000;
/** For one who holds an upload for himself: nobody is let in before he is done. */
const renewLeaseEveryMs = 5_000;
const pauseMs = 200;
const maxWaitMs = 20_000;

/** Thrown as the tus library throws its own refusals. */
const busy = { status_code: 423, body: 'locked' };
const gone = { status_code: 404, body: 'gone' };

function leasesOf(db: Database) {
  const take = async (id: string, token: string) => {
    const { rowCount } = await db.execute(sql`
      update uploads set lock_token = ${token}, release_asked = false,
        locked_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where id = ${id} and (lock_token is null or locked_until < clock_timestamp())`);
    return rowCount === 1;
  };
  /** False where there is nothing to wait for: it was removed meanwhile. */
  const askForRelease = async (id: string) =>
    (await db.execute(sql`update uploads set release_asked = true where id = ${id}`)).rowCount === 1;

  /** True where somebody waits, undefined where the lease is lost. */
  const renew = async (id: string, token: string): Promise<boolean | undefined> => {
    const { rows } = await db.execute<{ release_asked: boolean }>(sql`
      update uploads set locked_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where id = ${id} and lock_token = ${token} returning release_asked`);
    return rows[0]?.release_asked;
  };
  const giveBack = (id: string, token: string) =>
    db.execute(
      sql`update uploads set lock_token = null, release_asked = false where id = ${id} and lock_token = ${token}`,
    );
  return { take, askForRelease, renew, giveBack };
}

export type UploadLease = AsyncDisposable & Readonly<{ lost: AbortSignal }>;

/** For work on a whole upload, which nobody else does meanwhile; undefined where somebody is at it, who is not waited for. */
export async function leaseUpload(db: Database, id: string): Promise<UploadLease | undefined> {
  const { take, renew, giveBack } = leasesOf(db);
  const token = randomUUID();
  if (!(await take(id, token))) return undefined;
  const losing = new AbortController();
  const renewing = setInterval(() => {
    renew(id, token).then(
      (asked) =>
        asked === undefined ? losing.abort(new Error('the upload is held by another now')) : undefined,
      // The lease outlives a database that is away for a moment.
      () => undefined,
    );
  }, renewLeaseEveryMs);
  renewing.unref();
  return {
    lost: losing.signal,
    async [Symbol.asyncDispose]() {
      clearInterval(renewing);
      // What was done stands: a lease that cannot be given back ends by itself.
      await giveBack(id, token).catch(() => undefined);
    },
  };
}

/**
 * Several servers may be asked for one upload. The lease is a row, so that one of them that died holds it for seconds
 * only; a holder looks each second whether somebody waits, and lets go of a connection that nobody uses any more.
 */
export function uploadLocks(db: Database): Locker {
  const { take, askForRelease, renew, giveBack } = leasesOf(db);
  return {
    newLock(key) {
      const id = uploadIdFromKey(key);
      const token = randomUUID();
      let renewing: NodeJS.Timeout | undefined;
      return {
        async lock(signal, letGo) {
          const giveUpAt = Date.now() + maxWaitMs;
          while (!(await take(id, token))) {
            if (signal.aborted || Date.now() > giveUpAt) throw busy;
            if (!(await askForRelease(id))) throw gone;
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
          await giveBack(id, token);
        },
      };
    },
  };
}
