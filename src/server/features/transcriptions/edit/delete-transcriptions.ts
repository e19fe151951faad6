import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#server/actor.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { voicePieces } from '#server/adapters/db/schema/voices.ts';
import type { Deps } from '#server/deps.ts';
import { closeReservation } from '#server/features/usage/reservations.ts';
import { notifyProgress } from '../run/transcription-status.ts';
import { failRunningSummaries } from './fail-running-summaries.ts';

const maxConcurrent = 100;

/**
 * Hides transcriptions at once; the sweep removes files and rows thirty days later. A running job notices and
 * stops. No seconds are returned: those still reserved are settled, as the plan's rules say.
 */
export async function deleteTranscriptions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Actor,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0 || ids.length > maxConcurrent) return 0;
  return db.transaction(async (tx) => {
    // Every transaction locks in the same order, rows and then months; otherwise two would deadlock.
    const found = await tx
      .select({ id: transcriptions.id, month: transcriptions.usageMonth })
      .from(transcriptions)
      .where(
        and(
          eq(transcriptions.userId, userId),
          eq(transcriptions.isDeleted, false),
          inArray(transcriptions.id, [...ids]),
        ),
      )
      .orderBy(asc(transcriptions.id))
      .for('update');
    if (found.length === 0) return 0;
    const foundIds = found.map(({ id }) => id);
    await tx
      .update(transcriptions)
      .set({ isDeleted: true, deletedAt: now(), updatedAt: now() })
      .where(inArray(transcriptions.id, foundIds));
    await failRunningSummaries(tx, foundIds, now());
    // At once, because an undo needs no embeddings of voices.
    await tx.delete(voicePieces).where(inArray(voicePieces.transcriptionId, foundIds));
    for (const { id } of found.toSorted((one, other) => one.month.localeCompare(other.month))) {
      await closeReservation(tx, { transcriptionId: id, how: 'settled' });
      await notifyProgress(tx, id);
    }
    return found.length;
  });
}
