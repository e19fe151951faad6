import { sql } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';

/** Only reserving makes one: whoever writes a transcription must hold it. */
export type Reservation = Readonly<{ userId: string; month: string; seconds: number }> & {
  readonly [reserved]: true;
};
declare const reserved: unique symbol;

type ReserveOptions = { userId: string; month: string; seconds: number; limitSeconds: number };

/**
 * One statement checks and takes, and its row is locked until the transaction ends: parallel uploads wait for each
 * other and cannot both take the last minute. Undefined where the month has not enough left.
 */
export async function reserveUsage(
  tx: Transaction,
  { userId, month, seconds, limitSeconds }: ReserveOptions,
): Promise<Reservation | undefined> {
  const { rowCount } = await tx.execute(sql`
    insert into usage_months as kept (user_id, month, reserved_seconds, settled_seconds)
    select ${userId}, ${month}, ${seconds}, 0 where ${seconds}::int <= ${limitSeconds}::int
    on conflict (user_id, month) do update set reserved_seconds = kept.reserved_seconds + ${seconds}
      where kept.reserved_seconds + kept.settled_seconds + ${seconds} <= ${limitSeconds}
  `);
  return rowCount === 1 ? ({ userId, month, seconds } as Reservation) : undefined;
}
