import { sql } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';

type Heard = { transcriptionId: string; run: number; seconds: number; limitSeconds: number };
type Locked = {
  user_id: string;
  month: string;
  usage_seconds: number;
  free_seconds: number;
  usage_state: string;
};
type Month = { reserved_seconds: number; settled_seconds: number };

/** Headers round. A month that lacks no more than this is not refused: the file takes what is left of it. */
const slackSeconds = 1;

/**
 * Makes a reservation follow the decoded sound: more where the header promised too little, less where it promised too
 * much. Both rows stay locked until the transaction ends, so files that grow at once cannot pass the month's limit
 * together. `stale`: the recording was deleted, or another run has taken over.
 */
export async function reserveHeard(
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
  // At most what is reserved is given back: the free seconds were never taken from the month.
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
    if (month === undefined) throw new Error('a reservation has no month');
    const left = Math.max(0, limitSeconds - month.reserved_seconds - month.settled_seconds);
    if (more > left + slackSeconds) return 'too_little_left';
    // Negative where the header promised too much, and then never held to the limit.
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
