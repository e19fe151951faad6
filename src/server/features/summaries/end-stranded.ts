import { and, eq, lt } from 'drizzle-orm';
import { transcriptionSummaries } from '../../adapters/db/schema/summaries.ts';
import type { Deps } from '../../deps.ts';
import { runSummaryJob } from './run-summary-job.ts';

/** Between a row and its job nothing takes as long. */
const strandedAfterMs = 60_000;

/** One that says it is being written while nobody writes it would keep its owner from asking again. */
export async function endStranded(
  { db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>,
  transcriptionId: string,
): Promise<void> {
  const [silent] = await db
    .select({ id: transcriptionSummaries.id })
    .from(transcriptionSummaries)
    .where(
      and(
        eq(transcriptionSummaries.transcriptionId, transcriptionId),
        eq(transcriptionSummaries.status, 'running'),
        lt(transcriptionSummaries.updatedAt, new Date(now().getTime() - strandedAfterMs)),
      ),
    );
  if (silent === undefined || (await queue.has(runSummaryJob, { summaryId: silent.id }))) return;
  await db
    .update(transcriptionSummaries)
    .set({ status: 'failed', error: 'summary_failed', finishedAt: now() })
    .where(and(eq(transcriptionSummaries.id, silent.id), eq(transcriptionSummaries.status, 'running')));
}
