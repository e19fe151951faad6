import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#server/adapters/db/database.ts';
import { transcriptionSummaries } from '#server/adapters/db/schema/summaries.ts';
import { progressChannel, summarySubject } from '../run/transcription-status.ts';

/** Fails them with their transcription, because a restored one would wait for a stopped job. */
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
  // Notify also without a running summary: a page that shows the last one must learn of the deletion.
  for (const id of transcriptionIds)
    await tx.execute(sql`select pg_notify(${progressChannel}, ${summarySubject(id)})`);
}
