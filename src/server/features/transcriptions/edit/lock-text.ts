import { and, eq } from 'drizzle-orm';
import type { Actor } from '#server/actor.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { AppError } from '#server/errors/app-error.ts';

/** Holds the lock until commit, so that the later of two parallel changes sees the earlier one's text. */
export async function lockText(
  tx: Transaction,
  { userId }: Actor,
  { id, notYet }: { id: string; notYet: string },
): Promise<void> {
  const [row] = await tx
    .select({ status: transcriptions.status })
    .from(transcriptions)
    .innerJoin(transcripts, eq(transcripts.transcriptionId, transcriptions.id))
    .where(
      and(eq(transcriptions.id, id), eq(transcriptions.userId, userId), eq(transcriptions.isDeleted, false)),
    )
    .for('update', { of: transcripts });
  // A first run has no text yet; a retried one may have its former text.
  if (row?.status !== 'completed') throw new AppError('conflict', { text: notYet });
}
