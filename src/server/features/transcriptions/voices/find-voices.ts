import { and, eq } from 'drizzle-orm';
import { secondMs } from '#domain/format/durations.ts';
import { mergeTree } from '#domain/voices/cluster-embeddings.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import type { JobContext, JobOutcome } from '#server/jobs/job-definition.ts';
import type { Work } from '#server/jobs/work-log.ts';
import { hearVoices } from './hear-voices.ts';
import { readStretches } from './voice-pieces.ts';
import { writeVoices } from './write-voices.ts';

type Waiting = Pick<Deps, 'db'>;

const isWaiting = (transcriptionId: string) =>
  and(
    eq(transcriptions.id, transcriptionId),
    eq(transcriptions.voicesState, 'waiting'),
    eq(transcriptions.status, 'completed'),
    eq(transcriptions.isDeleted, false),
  );

async function endSearch({ db }: Waiting, transcriptionId: string, voicesState: 'done' | 'failed' | null) {
  await db.update(transcriptions).set({ voicesState }).where(isWaiting(transcriptionId));
}

/** The text is there already: whatever fails here, the recording stays completed, and its owner can ask again. */
export function findVoices(
  deps: Deps,
  payload: { transcriptionId: string },
  context: JobContext,
): Promise<JobOutcome> {
  return deps.workLog.follow(context, (work) => searchVoices(deps, payload, { ...context, work }));
}

async function searchVoices(
  deps: Deps,
  { transcriptionId }: { transcriptionId: string },
  { signal, isLastTry, work }: JobContext & { work: Work },
): Promise<JobOutcome> {
  const { db, log, speakers } = deps;
  const [row] = await db.select().from(transcriptions).where(isWaiting(transcriptionId));
  if (row === undefined) return 'stale';
  if (!speakers?.isReady()) {
    await endSearch(deps, transcriptionId, null);
    return 'completed';
  }
  work.describe({
    work: 'voices',
    engine: speakers.name,
    transcriptionId,
    soundSeconds: row.durationMs / secondMs,
  });
  work.begin();
  if (row.audioKey === null) {
    await endSearch(deps, transcriptionId, 'failed');
    return 'failed';
  }
  try {
    const recording = { id: row.id, audioKey: row.audioKey, durationMs: row.durationMs };
    if (!(await hearVoices({ ...deps, speakers }, recording, signal))) return 'stale';
    const tree = mergeTree(await readStretches(deps, transcriptionId));
    await writeVoices(deps, { transcriptionId, tree, threshold: speakers.threshold });
    return 'completed';
  } catch (error) {
    if (signal.aborted || !isLastTry) throw error;
    log.error({ err: error, transcriptionId }, 'no voices were found in a recording: its text stays without');
    await endSearch(deps, transcriptionId, 'failed');
    return 'failed';
  }
}
