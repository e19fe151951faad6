import { and, eq, inArray } from 'drizzle-orm';
import type { TranscriptionReason } from '#contract/transcription.ts';
import { transcriptionChunks, transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../../deps.ts';
import { closeReservation } from '../../usage/reservations.ts';
import { notifyProgress } from './notify-progress.ts';

type Row = Pick<typeof transcriptions.$inferSelect, 'id' | 'run'>;

/** Nobody looks at "waiting" without being told for what. */
export async function setPendingReason(
  deps: Pick<Deps, 'db' | 'now'>,
  row: Row,
  reason: TranscriptionReason,
) {
  await deps.db
    .update(transcriptions)
    .set({ status: 'pending', reason, updatedAt: deps.now() })
    .where(
      and(
        eq(transcriptions.id, row.id),
        eq(transcriptions.run, row.run),
        // Another process may have ended it meanwhile: what is done is not begun again.
        inArray(transcriptions.status, ['pending', 'processing']),
      ),
    );
  await notifyProgress(deps.db, row.id);
}

type End = { status: 'error' | 'failed'; reason: TranscriptionReason };

/** Whoever's fault it is, nobody pays for a text that never came. */
export async function failTranscription(
  deps: Pick<Deps, 'db' | 'now'>,
  row: Pick<typeof transcriptions.$inferSelect, 'id' | 'run'>,
  { status, reason }: End,
): Promise<'completed' | 'stale'> {
  const ended = await deps.db.transaction(async (tx) => {
    const changed = await tx
      .update(transcriptions)
      .set({ status, reason, updatedAt: deps.now() })
      .where(
        and(
          eq(transcriptions.id, row.id),
          eq(transcriptions.run, row.run),
          inArray(transcriptions.status, ['pending', 'processing']),
        ),
      )
      .returning({ id: transcriptions.id });
    if (changed.length === 0) return false;
    // A file that turns out to be broken may have been heard in part; what may be tried again keeps its answers.
    if (status === 'error')
      await tx.delete(transcriptionChunks).where(eq(transcriptionChunks.transcriptionId, row.id));
    await closeReservation(tx, { transcriptionId: row.id, how: 'returned' });
    await notifyProgress(tx, row.id);
    return true;
  });
  return ended ? 'completed' : 'stale';
}
