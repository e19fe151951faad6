import { and, eq, isNotNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { dayMs } from '#domain/format/durations.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { voicePieces } from '#server/adapters/db/schema/voices.ts';
import type { Deps } from '#server/deps.ts';
import { removeOriginals } from '#server/features/uploads/originals.ts';
import { sweepEach } from '#server/jobs/sweep.ts';

type Needs = Pick<Deps, 'db' | 'config' | 'storage' | 'uploads' | 'now' | 'log'>;
type Row = Pick<typeof transcriptions.$inferSelect, 'id' | 'originalKey' | 'audioKey' | 'peaksKey'>;

/** Must match the expression of the indexes that the sweep uses. */
const ended = sql`coalesce(${transcriptions.completedAt}, ${transcriptions.updatedAt})`;

const hasEnded = sql`${transcriptions.status} in ('completed', 'failed', 'error')`;

/** Never true without configured days: recordings then stay until their owners delete them. */
function isOver({ config, now }: Needs) {
  const { originalsDays, soundDays } = config.retention;
  const endedBefore = (days: number | undefined) =>
    days === undefined ? sql`false` : lt(ended, new Date(now().getTime() - days * dayMs));
  const original = and(isNotNull(transcriptions.originalKey), endedBefore(originalsDays));
  const sound = and(isNotNull(transcriptions.audioKey), endedBefore(soundDays));
  return { original: sql<boolean>`${original}`, sound: sql<boolean>`${sound}` };
}

/** Files first: while the row names them, the next sweep retries the files that it failed to remove. */
async function removeRecording(deps: Needs, { id }: Pick<Row, 'id'>): Promise<boolean> {
  const over = isOver(deps);
  return deps.db.transaction(async (tx) => {
    // Lock the row, because the owner may be retrying the recording.
    const [row] = await tx
      .select({ row: transcriptions, original: over.original, sound: over.sound })
      .from(transcriptions)
      .where(and(eq(transcriptions.id, id), hasEnded, or(over.original, over.sound)))
      .for('update', { skipLocked: true });
    if (row === undefined) return false;
    const { audioKey, peaksKey } = row.row;
    if (row.original) await removeOriginals(deps, tx, row.row);
    // The embeddings of voices come from the sound.
    if (row.sound) await tx.delete(voicePieces).where(eq(voicePieces.transcriptionId, id));
    if (row.sound) for (const key of [audioKey, peaksKey]) if (key !== null) await deps.storage.remove(key);
    await tx
      .update(transcriptions)
      .set({
        ...(row.original && { originalKey: null, videoType: null }),
        ...(row.sound && { audioKey: null, audioType: null, peaksKey: null }),
      })
      .where(eq(transcriptions.id, id));
    return true;
  });
}

/** Removes recordings that are older than the operator's retention period. The text stays. */
export async function sweepRecordings(deps: Needs, signal: AbortSignal): Promise<number> {
  const { originalsDays, soundDays } = deps.config.retention;
  if (originalsDays === undefined && soundDays === undefined) return 0;
  const over = isOver(deps);
  let swept = 0;
  // One query per index, oldest first, so that each finds expired rows by its index alone.
  for (const isExpired of [over.original, over.sound]) swept += await sweepExpired(deps, isExpired, signal);
  return swept;
}

function sweepExpired(deps: Needs, isExpired: SQL, signal: AbortSignal): Promise<number> {
  return sweepEach({
    log: deps.log,
    signal,
    rowsName: 'the expired recordings',
    find: (skipped, limit) =>
      deps.db
        .select({ id: transcriptions.id })
        .from(transcriptions)
        .where(
          and(
            hasEnded,
            eq(transcriptions.isDeleted, false),
            isExpired,
            notInArray(transcriptions.id, skipped),
          ),
        )
        .orderBy(ended)
        .limit(limit),
    // The next sweep handles a row that another transaction locks.
    sweepOne: (row) => removeRecording(deps, row),
  });
}
