import { and, eq, inArray, lt } from 'drizzle-orm';
import { transcriptions } from '../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../deps.ts';
import { endWithoutText } from './end-without-text.ts';
import { runTranscriptionJob } from './run-transcription-job.ts';

const hourMs = 3_600_000;
const atOnce = 100;

/**
 * A process that dies in the last try of a job, or a job that somebody removed, leaves a row that waits for ever. It
 * fails with its reason, gives its seconds back, and can be tried again by its owner.
 */
export async function sweepStranded(
  deps: Pick<Deps, 'db' | 'queue' | 'now'>,
  signal: AbortSignal,
): Promise<number> {
  const quiet = await deps.db
    .select({ id: transcriptions.id, run: transcriptions.run })
    .from(transcriptions)
    .where(
      and(
        inArray(transcriptions.status, ['pending', 'processing']),
        eq(transcriptions.isDeleted, false),
        lt(transcriptions.updatedAt, new Date(deps.now().getTime() - hourMs)),
      ),
    )
    .limit(atOnce);
  let ended = 0;
  for (const row of quiet) {
    signal.throwIfAborted();
    if (await deps.queue.has(runTranscriptionJob, { transcriptionId: row.id, run: row.run })) continue;
    await endWithoutText(deps, row, { status: 'failed', reason: 'retries_spent' });
    ended += 1;
  }
  return ended;
}
