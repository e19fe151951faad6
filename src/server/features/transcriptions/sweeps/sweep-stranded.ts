import { and, eq, inArray, lt, notInArray } from 'drizzle-orm';
import { hourMs } from '#domain/format/durations.ts';
import { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../../deps.ts';
import { sweepEach } from '../../../jobs/sweep.ts';
import { runTranscriptionJob } from '../run/run-transcription.ts';
import { failTranscription } from '../run/transcription-status.ts';

/**
 * A process that dies in a job's last attempt, or a removed job, leaves a row that waits for ever. Such a row
 * fails with its reason and returns its seconds, and its owner can retry it.
 */
export async function sweepStranded(
  deps: Pick<Deps, 'db' | 'queue' | 'now' | 'log'>,
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
    what: 'the stranded recordings',
    find: (passedOver, limit) =>
      deps.db
        .select({ id: transcriptions.id, run: transcriptions.run })
        .from(transcriptions)
        .where(and(isQuiet, notInArray(transcriptions.id, passedOver)))
        .limit(limit),
    sweepOne: async (row) => {
      if (await deps.queue.has(runTranscriptionJob, { transcriptionId: row.id, run: row.run })) return false;
      await failTranscription(deps, row, { status: 'failed', reason: 'retries_spent' });
      return true;
    },
  });
}
