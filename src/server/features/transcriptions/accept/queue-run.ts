import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../adapters/db/database.ts';
import type { Deps } from '../../../deps.ts';
import { countHit, limitKey, tooManyRequestsError } from '../../limits/rate-limit.ts';
import { runTranscriptionJob } from '../run/run-transcription.ts';

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

const hourMs = 3_600_000;

/** A file that the engine refuses can be sent to it again and again, and nobody is charged for it. */
const maxPerHour = {
  retry: 20,
  /** Whoever takes the deletion of a whole page back is no such loop. */
  restore: 60,
};

/** Counted with what it lets begin, or not at all. */
export async function limitNewRuns(
  deps: Pick<Deps, 'sealing'>,
  tx: Transaction,
  { userId, how }: { userId: string; how: keyof typeof maxPerHour },
): Promise<void> {
  const key = limitKey(deps, `${userId}:begin-again:${how}`);
  const { hits, remainingMs } = await countHit({ db: tx }, { key, windowMs: hourMs });
  if (hits <= maxPerHour[how]) return;
  throw tooManyRequestsError(remainingMs);
}
