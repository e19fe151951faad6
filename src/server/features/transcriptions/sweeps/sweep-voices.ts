import { and, eq, notInArray } from 'drizzle-orm';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { sweepEach } from '#server/jobs/sweep.ts';
import { findVoicesJob } from '../run/queue-voices.ts';

/**
 * If a process dies in a job's last attempt, or an undo restores a recording whose job ended meanwhile, the page would
 * wait for voices for ever. The owner can ask for another search.
 */
export async function sweepVoices(
  { db, queue, log, speakers, workLog }: Pick<Deps, 'db' | 'queue' | 'log' | 'speakers' | 'workLog'>,
  signal: AbortSignal,
): Promise<number> {
  const isWaiting = eq(transcriptions.voicesState, 'waiting');
  return sweepEach({
    log,
    signal,
    rowsName: 'the recordings that wait for voices',
    find: (skipped, limit) =>
      db
        .select({ id: transcriptions.id })
        .from(transcriptions)
        .where(and(isWaiting, notInArray(transcriptions.id, skipped)))
        .limit(limit),
    sweepOne: async ({ id }) => {
      if (await queue.has(findVoicesJob, { transcriptionId: id })) return false;
      await db
        .update(transcriptions)
        .set({ voicesState: 'failed' })
        .where(and(eq(transcriptions.id, id), isWaiting));
      workLog.endLost({ work: 'voices', engine: speakers?.name ?? 'none', transcriptionId: id });
      return true;
    },
  });
}
