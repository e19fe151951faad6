import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../adapters/db/database.ts';
import type { Deps } from '../../../deps.ts';
import { runTranscriptionJob } from '../run/run-transcription-job.ts';

/** Each file that somebody has under way puts their next one further back, behind the first of everybody else. */
async function unfinishedOf(tx: Transaction, userId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from transcriptions
    where user_id = ${userId} and status in ('pending', 'processing') and not is_deleted`);
  return rows[0]?.count ?? 0;
}

type Run = { userId: string; transcriptionId: string; run: number };

/** The one way into the queue, so that a retry or an undo is no way past those who wait. */
export async function queueRun(
  { queue }: Pick<Deps, 'queue'>,
  tx: Transaction,
  { userId, transcriptionId, run }: Run,
): Promise<void> {
  const priority = -(await unfinishedOf(tx, userId));
  await queue.send(runTranscriptionJob, { transcriptionId, run }, { tx, priority, group: userId });
}
