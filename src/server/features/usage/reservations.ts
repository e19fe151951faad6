import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/adapters/db/database.ts';

/** Only `reserveUsage` creates one, so inserting a transcription requires it. */
export type Reservation = Readonly<{ userId: string; month: string; seconds: number }> & {
  readonly [reserved]: true;
};
declare const reserved: unique symbol;

type ReserveOptions = { userId: string; month: string; seconds: number; limitSeconds: number };

/**
 * One statement checks and reserves, and locks its row until commit. Parallel uploads wait for each other, so they
 * cannot both take the last minute. Returns undefined if the month has too little left.
 */
export async function reserveUsage(
  tx: Transaction,
  { userId, month, seconds, limitSeconds }: ReserveOptions,
): Promise<Reservation | undefined> {
  const { rowCount } = await tx.execute(sql`
    insert into usage_months as stored (user_id, month, reserved_seconds, settled_seconds)
    select ${userId}, ${month}, ${seconds}, 0 where ${seconds}::int <= ${limitSeconds}::int
    on conflict (user_id, month) do update set reserved_seconds = stored.reserved_seconds + ${seconds}
      where stored.reserved_seconds + stored.settled_seconds + ${seconds} <= ${limitSeconds}
  `);
  return rowCount === 1 ? ({ userId, month, seconds } as Reservation) : undefined;
}

type Heard = { transcriptionId: string; run: number; seconds: number; limitSeconds: number };
type Locked = {
  user_id: string;
  month: string;
  usage_seconds: number;
  free_seconds: number;
  usage_state: string;
};
type Month = { reserved_seconds: number; settled_seconds: number };

/** Headers are rounded. A month that lacks no more than this accepts the file, which takes the remainder. */
const slackSeconds = 1;

/**
 * Adjusts a reservation to the decoded sound, up or down from the header's length. Both rows stay locked until
 * commit, so that several growing files cannot exceed the month's limit together. `stale`: the recording was
 * deleted, or another run has taken over.
 */
export async function adjustReservation(
  tx: Transaction,
  { transcriptionId, run, seconds, limitSeconds }: Heard,
): Promise<'reserved' | 'too_little_left' | 'stale'> {
  const { rows } = await tx.execute<Locked>(sql`
    select user_id, usage_month::text as month, usage_seconds, free_seconds, usage_state from transcriptions
    where id = ${transcriptionId} and run = ${run} and not is_deleted and status in ('pending', 'processing')
    for update
  `);
  const [locked] = rows;
  if (locked === undefined || locked.usage_state === 'settled') return 'stale';
  // Return at most the reserved seconds, because the free ones were never taken from the month.
  const more = Math.max(seconds - locked.usage_seconds - locked.free_seconds, -locked.usage_seconds);
  if (more === 0) return 'reserved';
  let taken = more;
  const isReturned = locked.usage_state === 'returned';
  // A retry after a server failure is free up to the seconds reserved first. Without that limit, a header that declares
  // one second would get hours of text for nothing.
  const isPaid = !isReturned || more > slackSeconds;
  if (isPaid) {
    const months = await tx.execute<Month>(sql`
      select reserved_seconds, settled_seconds from usage_months
      where user_id = ${locked.user_id} and month = ${locked.month} for update
    `);
    const [month] = months.rows;
    if (month === undefined) throw new Error('the usage month of a reservation is missing');
    const left = Math.max(0, limitSeconds - month.reserved_seconds - month.settled_seconds);
    if (more > left + slackSeconds) return 'too_little_left';
    // Negative if the header claimed too much; then the limit does not matter.
    taken = Math.min(more, left);
    await tx.execute(sql`
      update usage_months set reserved_seconds = reserved_seconds + ${taken}
      where user_id = ${locked.user_id} and month = ${locked.month}
    `);
  }
  if (isReturned && isPaid)
    await tx.execute(sql`
      update transcriptions set
        free_seconds = free_seconds + usage_seconds, usage_seconds = ${taken}, usage_state = 'reserved'
      where id = ${transcriptionId}
    `);
  else
    await tx.execute(sql`
      update transcriptions set usage_seconds = usage_seconds + ${taken} where id = ${transcriptionId}
    `);
  return 'reserved';
}

type Closing = { transcriptionId: string; how: 'settled' | 'returned' };

/**
 * Settles or returns a reservation exactly once. The state on its row is the lock, so a job that runs twice, or a
 * failure after a success, moves no second twice.
 */
export async function closeReservation(tx: Transaction, { transcriptionId, how }: Closing): Promise<boolean> {
  const { rows } = await tx.execute<{ user_id: string; usage_month: string; usage_seconds: number }>(sql`
    update transcriptions set usage_state = ${how}
    where id = ${transcriptionId} and usage_state = 'reserved'
    returning user_id, usage_month::text, usage_seconds
  `);
  const [closed] = rows;
  if (closed === undefined) return false;
  const settled = how === 'settled' ? closed.usage_seconds : 0;
  await tx.execute(sql`
    update usage_months set
      reserved_seconds = reserved_seconds - ${closed.usage_seconds},
      settled_seconds = settled_seconds + ${settled}
    where user_id = ${closed.user_id} and month = ${closed.usage_month}
  `);
  return true;
}

/**
 * Undoes the settlement when an owner restores a transcription without a text: its seconds are reserved again in
 * the month that pays. Seconds returned earlier stay returned.
 */
export async function reopenReservation(tx: Transaction, transcriptionId: string): Promise<void> {
  const { rows } = await tx.execute<{ user_id: string; usage_month: string; usage_seconds: number }>(sql`
    update transcriptions set usage_state = 'reserved'
    where id = ${transcriptionId} and usage_state = 'settled'
    returning user_id, usage_month::text, usage_seconds
  `);
  const [reopened] = rows;
  if (reopened === undefined) return;
  await tx.execute(sql`
    update usage_months set
      settled_seconds = settled_seconds - ${reopened.usage_seconds},
      reserved_seconds = reserved_seconds + ${reopened.usage_seconds}
    where user_id = ${reopened.user_id} and month = ${reopened.usage_month}
  `);
}
