import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../adapters/db/database.ts';

export const progressChannel = 'transcription_progress';

/** Wakes the streams of a transcription and its owner in every web process. They read the rows themselves. */
export async function notifyProgress(db: Database | Transaction, transcriptionId: string): Promise<void> {
  await db.execute(sql`
    select pg_notify(${progressChannel}, id || ' ' || user_id) from transcriptions where id = ${transcriptionId}`);
}
