import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../adapters/db/database.ts';

export const progressChannel = 'transcription_progress';

/**
 * Wakes the event streams of every web process, of the transcription and of its owner; what changed, they read from
 * the rows themselves.
 */
export async function notifyProgress(db: Database | Transaction, transcriptionId: string): Promise<void> {
  await db.execute(sql`
    select pg_notify(${progressChannel}, id || ' ' || user_id) from transcriptions where id = ${transcriptionId}`);
}
