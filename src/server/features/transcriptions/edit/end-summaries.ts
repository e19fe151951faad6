import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../../adapters/db/database.ts';
import { transcriptionSummaries } from '../../../adapters/db/schema/summaries.ts';
import { progressChannel } from '../run/notify-progress.ts';

/** What the streams of a transcription's summaries listen for. */
export const summarySubject = (transcriptionId: string) => `summary:${transcriptionId}`;

/** Ended with their transcriptions: restored, one of them would wait for a job that has stopped. */
export async function failRunningSummaries(tx: Transaction, transcriptionIds: readonly string[], now: Date) {
  await tx
    .update(transcriptionSummaries)
    .set({ status: 'failed', error: 'summary_failed', finishedAt: now, updatedAt: now })
    .where(
      and(
        inArray(transcriptionSummaries.transcriptionId, [...transcriptionIds]),
        eq(transcriptionSummaries.status, 'running'),
      ),
    );
  // Also where none is running: a page that reads the last one has to hear that it is gone.
  for (const id of transcriptionIds)
    await tx.execute(sql`select pg_notify(${progressChannel}, ${summarySubject(id)})`);
}
