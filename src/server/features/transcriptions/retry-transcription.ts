import { and, eq } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { transcriptions } from '../../adapters/db/schema/transcriptions.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { notFoundTexts } from '../../not-found-texts.ts';
import { countNewRun } from './count-new-run.ts';
import { mayRetry } from './may-retry.ts';
import { queueRun } from './queue-run.ts';
import { tellProgress } from './tell-progress.ts';

/**
 * For a failure that was ours: what was heard so far stays, and the seconds that were given back are not charged
 * again, since the first time was not the owner's fault.
 */
export async function retryTranscription(
  deps: Pick<Deps, 'db' | 'queue' | 'now' | 'sealing'>,
  { userId }: Actor,
  id: string,
): Promise<void> {
  const { db, queue, now } = deps;
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(transcriptions)
      .where(
        and(
          eq(transcriptions.id, id),
          eq(transcriptions.userId, userId),
          eq(transcriptions.isDeleted, false),
        ),
      )
      .for('update');
    if (row === undefined) throw new AppError('not_found', { text: notFoundTexts.transcription });
    if (!mayRetry(row)) throw new AppError('conflict');
    await countNewRun(deps, tx, { userId, how: 'retry' });
    const run = row.run + 1;
    await tx
      .update(transcriptions)
      .set({ status: 'pending', reason: 'waiting_for_turn', run, updatedAt: now() })
      .where(eq(transcriptions.id, id));
    await queueRun({ queue }, tx, { userId, transcriptionId: id, run });
    await tellProgress(tx, id);
  });
}
