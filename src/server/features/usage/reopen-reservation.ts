import { sql } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';

/**
 * For a deletion that is taken back before there is a text: the seconds it settled are reserved again, in the month
 * that pays. Those given back earlier stay given back.
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
