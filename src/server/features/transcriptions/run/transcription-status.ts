import { and, eq, inArray, sql } from 'drizzle-orm';
import type { TranscriptionReason } from '#contract/transcription.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { transcriptionChunks, transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { closeReservation } from '#server/features/usage/reservations.ts';

export const progressChannel = 'transcription_progress';

/** The notification subject of a transcription's summary streams. */
export const summarySubject = (transcriptionId: string) => `summary:${transcriptionId}`;

/** Wakes the streams of a transcription and its owner in every web process. They read the rows themselves. */
export async function notifyProgress(db: Database | Transaction, transcriptionId: string): Promise<void> {
  await db.execute(sql`
    select pg_notify(${progressChannel}, id || ' ' || user_id) from transcriptions where id = ${transcriptionId}`);
}

type Row = Pick<typeof transcriptions.$inferSelect, 'id' | 'run'>;

/** Another process may have ended the run meanwhile, and an ended run must not start again. */
const isUnfinished = ({ id, run }: Row) =>
  and(
    eq(transcriptions.id, id),
    eq(transcriptions.run, run),
    inArray(transcriptions.status, ['pending', 'processing']),
  );

export type ModelBytes = Readonly<{ doneBytes: number; totalBytes: number }>;

/** Never shows "waiting" without its reason. */
export async function setPendingReason(
  deps: Pick<Deps, 'db' | 'now'>,
  row: Row,
  reason: Exclude<TranscriptionReason, 'fetching_model'>,
) {
  await setPending(deps, row, { reason });
}

/**
 * With the first figures, once a byte has arrived: otherwise a person would read of a download that does not happen.
 * `passModelProgress` writes the later ones.
 */
export async function setWaitingForModel(
  deps: Pick<Deps, 'db' | 'now'>,
  row: Row,
  { doneBytes, totalBytes, isArriving }: ModelBytes & Readonly<{ isArriving: boolean }>,
) {
  await setPending(deps, row, {
    reason: 'fetching_model',
    modelDoneBytes: isArriving ? doneBytes : null,
    modelTotalBytes: isArriving ? totalBytes : null,
  });
}

async function setPending(
  deps: Pick<Deps, 'db' | 'now'>,
  row: Row,
  why: Pick<typeof transcriptions.$inferInsert, 'reason' | 'modelDoneBytes' | 'modelTotalBytes'>,
) {
  await deps.db
    .update(transcriptions)
    .set({ status: 'pending', ...why, updatedAt: deps.now() })
    .where(isUnfinished(row));
  await notifyProgress(deps.db, row.id);
}

export type End = { status: 'error' | 'failed'; reason: TranscriptionReason };

/** A failed recording costs nothing, whatever the cause, because its owner gets no text. */
export async function failTranscription(
  deps: Pick<Deps, 'db' | 'now'>,
  row: Row,
  { status, reason }: End,
): Promise<'failed' | 'stale'> {
  const ended = await deps.db.transaction(async (tx) => {
    const changed = await tx
      .update(transcriptions)
      .set({ status, reason, updatedAt: deps.now() })
      .where(isUnfinished(row))
      .returning({ id: transcriptions.id });
    if (changed.length === 0) return false;
    // A broken file may have been transcribed in part. A failure that can be retried keeps its answers.
    if (status === 'error')
      await tx.delete(transcriptionChunks).where(eq(transcriptionChunks.transcriptionId, row.id));
    await closeReservation(tx, { transcriptionId: row.id, how: 'returned' });
    await notifyProgress(tx, row.id);
    return true;
  });
  return ended ? 'failed' : 'stale';
}
