import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { transcriptions } from '../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../deps.ts';
import { closeReservation } from '../usage/close-reservation.ts';
import { tellProgress } from './tell-progress.ts';

const mostAtOnce = 100;

/**
 * Hides them at once; files and rows go with the sweep, thirty days later. A job under way notices and stops. No
 * seconds come back: those still reserved are settled, as the plan's rules say.
 */
export async function deleteTranscriptions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Actor,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0 || ids.length > mostAtOnce) return 0;
  return db.transaction(async (tx) => {
    const deleted = await tx
      .update(transcriptions)
      .set({ isDeleted: true, deletedAt: now(), updatedAt: now() })
      .where(
        and(
          eq(transcriptions.userId, userId),
          eq(transcriptions.isDeleted, false),
          inArray(transcriptions.id, [...ids]),
        ),
      )
      .returning({ id: transcriptions.id });
    for (const { id } of deleted) {
      await closeReservation(tx, { transcriptionId: id, how: 'settled' });
      await tellProgress(tx, id);
    }
    return deleted.length;
  });
}
