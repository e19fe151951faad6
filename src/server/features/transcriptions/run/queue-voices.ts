import { z } from 'zod';
import type { VoicesState } from '#contract/transcription.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/jobs/job-definition.ts';

/** Finds who speaks in a recording that has its text. It may stop anywhere, because finished minutes are kept. */
export const findVoicesJob = defineJob({
  name: 'find-voices',
  payload: z.object({ transcriptionId: z.uuid() }),
  retryLimit: 5,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 600,
  expireInSeconds: 2 * 3_600,
  heartbeatSeconds: 20,
  // Each uses all cores, and recordings without a text come first.
  concurrency: 1,
  onePerKey: 'waiting',
});

export async function sendVoicesJob(
  { queue }: Pick<Deps, 'queue'>,
  tx: Transaction,
  transcriptionId: string,
) {
  await queue.send(findVoicesJob, { transcriptionId }, { tx, singletonKey: transcriptionId });
}

type Finished = Readonly<{ statedVoices: number | null; segments: readonly StoredSegment[] }>;

/** Labels of the engine are right if they are there, unless the owner says how many people speak. */
export function voicesStateAfter(
  { speakers }: Pick<Deps, 'speakers'>,
  { statedVoices, segments }: Finished,
): VoicesState | null {
  if (!speakers?.isReady()) return null;
  const isLabelled = segments.some(({ speaker }) => speaker !== undefined);
  const isWanted = segments.length > 0 && (!isLabelled || statedVoices !== null);
  return isWanted ? 'waiting' : 'done';
}
