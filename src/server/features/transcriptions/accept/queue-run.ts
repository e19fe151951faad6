import { sql } from 'drizzle-orm';
import { nextMonth } from '#domain/format/calendar.ts';
import { hourMs } from '#domain/format/durations.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { limitKey, requireWithinLimit } from '#server/features/limits/rate-limit.ts';
import { readLeftSeconds } from '#server/features/usage/plan-usage.ts';
import { type Reservation, reserveUsage } from '#server/features/usage/reservations.ts';
import { runTranscriptionJob } from '../run/run-transcription.ts';
import { quotaSpentError } from './file-errors.ts';

/** Each unfinished file lowers the priority of its owner's next one, behind the first file of every other owner. */
async function unfinishedOf(tx: Transaction, userId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from transcriptions
    where user_id = ${userId} and status in ('pending', 'processing') and not is_deleted`);
  return rows[0]?.count ?? 0;
}

type Run = { userId: string; transcriptionId: string; run: number };

/** Every run is queued here, so that neither a retry nor an undo can jump the queue. */
export async function queueRun(
  { queue }: Pick<Deps, 'queue'>,
  tx: Transaction,
  { userId, transcriptionId, run }: Run,
): Promise<void> {
  const priority = -(await unfinishedOf(tx, userId));
  await queue.send(runTranscriptionJob, { transcriptionId, run }, { tx, priority, group: userId });
}

/** Without a limit, an owner could retry a refused file endlessly and free of charge. */
const maxPerHour = {
  retry: 20,
  /** Undoing the deletion of a whole page is no such loop. */
  restore: 60,
};

/** Counts in the transaction of the run, so that a rollback also undoes the count. */
export async function limitNewRuns(
  deps: Pick<Deps, 'sealing'>,
  tx: Transaction,
  { userId, how }: { userId: string; how: keyof typeof maxPerHour },
): Promise<void> {
  const key = limitKey(deps, `${userId}:begin-again:${how}`);
  await requireWithinLimit(
    { db: tx },
    { key, windowMs: hourMs, limit: `begin-again-${how}`, max: maxPerHour[how] },
  );
}

type Reserving = Parameters<typeof reserveUsage>[1] & { fileCount?: number };

/** Reserves the seconds of a run, or refuses it and names the seconds that are left. */
export async function requireSeconds(
  tx: Transaction,
  { fileCount = 1, ...wanted }: Reserving,
): Promise<Reservation> {
  const reservation = await reserveUsage(tx, wanted);
  if (reservation !== undefined) return reservation;
  const leftSeconds = await readLeftSeconds(tx, wanted);
  const renewsOn = nextMonth(wanted.month);
  throw quotaSpentError({ neededSeconds: wanted.seconds, leftSeconds, renewsOn, fileCount });
}
