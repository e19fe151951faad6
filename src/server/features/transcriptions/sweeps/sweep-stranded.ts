import { and, eq, inArray, lt, notInArray } from 'drizzle-orm';
import { hourMs } from '#domain/format/durations.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { sweepEach } from '#server/jobs/sweep.ts';
import { runTranscriptionJob } from '../run/run-transcription.ts';
import { failTranscription } from '../run/transcription-status.ts';

/**
 * If a process dies in a job's last attempt, or an operator removes the job, the row waits for ever. This sweep fails
 * such a row and returns its reserved seconds, so that its owner can retry it.
 */
export async function sweepStranded(
  deps: Pick<Deps, 'db' | 'queue' | 'now' | 'log' | 'workLog'>,
  signal: AbortSignal,
): Promise<number> {
  const isQuiet = and(
    inArray(transcriptions.status, ['pending', 'processing']),
    eq(transcriptions.isDeleted, false),
    lt(transcriptions.updatedAt, new Date(deps.now().getTime() - hourMs)),
  );
  return sweepEach({
    log: deps.log,
    signal,
    rowsName: 'the stranded recordings',
    find: (skipped, limit) =>
      deps.db
        .select({ id: transcriptions.id, run: transcriptions.run, engine: transcriptions.engine })
        .from(transcriptions)
        .where(and(isQuiet, notInArray(transcriptions.id, skipped)))
        .limit(limit),
    sweepOne: async (row) => {
      if (await deps.queue.has(runTranscriptionJob, { transcriptionId: row.id, run: row.run })) return false;
      const ended = await failTranscription(deps, row, { status: 'failed', reason: 'retries_spent' });
      const engine = row.engine ?? 'none';
      if (ended === 'failed') deps.workLog.endLost({ work: 'recording', engine, transcriptionId: row.id });
      return true;
    },
  });
}
