import { sql } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';

type Closing = { transcriptionId: string; how: 'settled' | 'returned' };

/**
 * What a transcription reserved is charged or given back, once: the state on its row is the lock, so that a job that
 * runs twice, or a failure after a success, moves no second a second time.
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
