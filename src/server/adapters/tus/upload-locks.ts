import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locker } from '@tus/server';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/adapters/db/database.ts';
import { uploadIdFromKey } from '#server/adapters/storage/storage.ts';

const leaseMs = 15_000;
const renewEveryMs = 1_000;
/** `leaseUpload` holders are never interrupted, so they renew less often. */
const renewLeaseEveryMs = 5_000;
const pauseMs = 200;
const maxWaitMs = 20_000;

/** Has the format of the tus library's own refusals. */
const busy = { status_code: 423, body: 'locked' };
const uploadGone = { status_code: 404, body: 'gone' };

function leasesOf(db: Database) {
  const take = async (id: string, token: string) => {
    const { rowCount } = await db.execute(sql`
      update uploads set lock_token = ${token}, release_asked = false,
        locked_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where id = ${id} and (lock_token is null or locked_until < clock_timestamp())`);
    return rowCount === 1;
  };
  /** False if the upload was removed in the meantime. */
  const askForRelease = async (id: string) =>
    (await db.execute(sql`update uploads set release_asked = true where id = ${id}`)).rowCount === 1;

  /** True if another request waits, undefined if the lease is lost. */
  const renew = async (id: string, token: string): Promise<boolean | undefined> => {
    const { rows } = await db.execute<{ release_asked: boolean }>(sql`
      update uploads set locked_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where id = ${id} and lock_token = ${token} returning release_asked`);
    return rows[0]?.release_asked;
  };
  /** A short database outage does not matter, because the lease outlasts it. */
  const renewEvery = (
    ms: number,
    id: string,
    token: string,
    onAnswer: (asked: boolean | undefined) => void,
  ) => setInterval(() => void renew(id, token).then(onAnswer, () => undefined), ms).unref();
  const release = (id: string, token: string) =>
    db.execute(
      sql`update uploads set lock_token = null, release_asked = false where id = ${id} and lock_token = ${token}`,
    );
  return { take, askForRelease, renewEvery, release };
}

type UploadLease = AsyncDisposable & Readonly<{ lost: AbortSignal }>;

/** Leases a whole upload for exclusive work. Returns undefined at once if another request or process holds it. */
export async function leaseUpload(db: Database, id: string): Promise<UploadLease | undefined> {
  const { take, renewEvery, release } = leasesOf(db);
  const token = randomUUID();
  if (!(await take(id, token))) return undefined;
  const losing = new AbortController();
  const renewing = renewEvery(renewLeaseEveryMs, id, token, (asked) => {
    if (asked === undefined) losing.abort(new Error('another holder took over the upload'));
  });
  return {
    lost: losing.signal,
    async [Symbol.asyncDispose]() {
      clearInterval(renewing);
      // The work is done. A lease that cannot be released expires by itself.
      await release(id, token).catch(() => undefined);
    },
  };
}

/**
 * Several servers may receive requests for one upload. The lease is a row with an expiry, so a dead server blocks
 * the upload only for seconds. A holder checks every second if another request waits, and then drops its own
 * connection, which the client has abandoned.
 */
export function uploadLocks(db: Database): Locker {
  const { take, askForRelease, renewEvery, release } = leasesOf(db);
  return {
    newLock(key) {
      const id = uploadIdFromKey(key);
      const token = randomUUID();
      let renewing: NodeJS.Timeout | undefined;
      return {
        async lock(signal, requestRelease) {
          const giveUpAt = Date.now() + maxWaitMs;
          while (!(await take(id, token))) {
            if (signal.aborted || Date.now() > giveUpAt) throw busy;
            if (!(await askForRelease(id))) throw uploadGone;
            await delay(pauseMs);
          }
          renewing = renewEvery(renewEveryMs, id, token, (asked) => {
            if (asked !== false) requestRelease();
          });
        },
        async unlock() {
          clearInterval(renewing);
          await release(id, token);
        },
      };
    },
  };
}
