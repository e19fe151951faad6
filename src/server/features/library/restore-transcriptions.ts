import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import { minuteMs } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { limitNewRuns, queueRun } from '#server/features/transcriptions/accept/queue-run.ts';
import { notifyProgress } from '#server/features/transcriptions/run/transcription-status.ts';
import { reopenReservation } from '#server/features/usage/reservations.ts';

/** The screen offers it for ten seconds; a phone without network may send it a little later. */
const restorableMs = minuteMs;

type Row = typeof transcriptions.$inferSelect;

/**
 * Undoes a deletion. If a job was running, the old job has stopped or is about to. A new run continues with all
 * answered chunks. The deletion settled the seconds, so reserve them again. The finished text charges them
 * once, and a failure returns them.
 */
export async function restoreTranscriptions(
  deps: Pick<Deps, 'db' | 'queue' | 'now' | 'sealing'>,
  { userId }: Actor,
  ids: readonly string[],
): Promise<number> {
  const { db, queue, now } = deps;
  const since = new Date(now().getTime() - restorableMs);
  return db.transaction(async (tx) => {
    // Lock in the order of deletions, or two transactions would deadlock.
    const restored = await tx
      .select()
      .from(transcriptions)
      .where(
        and(
          eq(transcriptions.userId, userId),
          eq(transcriptions.isDeleted, true),
          gte(transcriptions.deletedAt, since),
          inArray(transcriptions.id, [...ids]),
        ),
      )
      .orderBy(asc(transcriptions.id))
      .for('update');
    if (restored.length === 0) return 0;
    const restoredIds = restored.map(({ id }) => id);
    await tx
      .update(transcriptions)
      .set({ isDeleted: false, deletedAt: null, updatedAt: now() })
      .where(inArray(transcriptions.id, restoredIds));
    for (const row of restored.toSorted((one, other) => one.usageMonth.localeCompare(other.usageMonth))) {
      if (row.status === 'pending' || row.status === 'processing') {
        await limitNewRuns(deps, tx, { userId, how: 'restore' });
        await resumeRun(tx, queue, row);
      }
      await notifyProgress(tx, row.id);
    }
    return restored.length;
  });
}

async function resumeRun(tx: Transaction, queue: Deps['queue'], { id, run, userId }: Row): Promise<void> {
  await reopenReservation(tx, id);
  await tx
    .update(transcriptions)
    .set({ status: 'pending', reason: 'waiting_for_turn', run: sql`${transcriptions.run} + 1` })
    .where(eq(transcriptions.id, id));
  await queueRun({ queue }, tx, { userId, transcriptionId: id, run: run + 1 });
}
