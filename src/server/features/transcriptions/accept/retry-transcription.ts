import { and, eq } from 'drizzle-orm';
import { calendarMonth } from '#domain/format/calendar.ts';
import type { Actor } from '#server/actor.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { notFoundTexts } from '#server/errors/error-traits.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import { readParts } from '../run/part-rows.ts';
import { chargedSeconds } from '../run/reserve-decoded.ts';
import { notifyProgress } from '../run/transcription-status.ts';
import { limitNewRuns, queueRun, requireSeconds } from './queue-run.ts';

type RetryCandidate = Pick<typeof transcriptions.$inferSelect, 'status' | 'reason' | 'originalKey'>;

/** True if the failure was ours and the original still exists. */
export const canRetry = ({ status, reason, originalKey }: RetryCandidate): boolean =>
  status === 'failed' && reason !== 'original_gone' && originalKey !== null;

type Row = typeof transcriptions.$inferSelect;

/** The product did not cause the failure, so it charges this run to the current month, for the measured length. */
async function reserveWhole({ now }: Pick<Deps, 'now'>, tx: Transaction, { id, userId, durationMs }: Row) {
  const month = calendarMonth(now());
  const seconds = chargedSeconds(durationMs / 1_000);
  const { secondsPerMonth: limitSeconds } = await findEntitlements(tx, userId);
  const { length: fileCount } = await readParts(tx, id);
  await requireSeconds(tx, { userId, month, seconds, limitSeconds, ...(fileCount > 0 && { fileCount }) });
  await tx
    .update(transcriptions)
    .set({ usageMonth: month, usageSeconds: seconds, freeSeconds: 0, usageState: 'reserved' })
    .where(eq(transcriptions.id, id));
}

/**
 * Retries after a failure that the product caused, and reuses the engine's answers. The retry is free, because the owner
 * did not cause the failure. A month with too little time left does not count as such a failure.
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
    if (!canRetry(row)) throw new AppError('conflict');
    await limitNewRuns(deps, tx, { userId, how: 'retry' });
    if (row.reason === 'quota_spent') await reserveWhole(deps, tx, row);
    const run = row.run + 1;
    await tx
      .update(transcriptions)
      .set({ status: 'pending', reason: 'waiting_for_turn', run, updatedAt: now() })
      .where(eq(transcriptions.id, id));
    await queueRun({ queue }, tx, { userId, transcriptionId: id, run });
    await notifyProgress(tx, id);
  });
}
