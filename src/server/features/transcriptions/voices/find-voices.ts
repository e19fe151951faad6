import { and, eq } from 'drizzle-orm';
import { mergeTree } from '#domain/voices/cluster-embeddings.ts';
import { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../../deps.ts';
import type { JobContext, JobOutcome } from '../../../jobs/job-definition.ts';
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
export async function findVoices(
  deps: Deps,
  { transcriptionId }: { transcriptionId: string },
  { signal, isLastTry }: JobContext,
): Promise<JobOutcome> {
  const { db, log, speakers } = deps;
  const [row] = await db.select().from(transcriptions).where(isWaiting(transcriptionId));
  if (row === undefined) return 'stale';
  const isAble = speakers?.isReady() === true;
  if (!isAble || row.audioKey === null) {
    await endSearch(deps, transcriptionId, isAble ? 'failed' : null);
    return 'completed';
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
    return 'completed';
  }
}
