import { and, eq, isNotNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import { uploads } from '../../../adapters/db/schema/uploads.ts';
import { uploadIdFromKey } from '../../../adapters/storage/storage.ts';
import type { Deps } from '../../../deps.ts';
import { sweepEach } from '../../../jobs/sweep.ts';
import { removeUploadedFile } from '../../uploads/uploads.ts';

const dayMs = 86_400_000;

type Needs = Pick<Deps, 'db' | 'config' | 'storage' | 'uploads' | 'now' | 'log'>;
type Row = Pick<typeof transcriptions.$inferSelect, 'id' | 'originalKey' | 'audioKey' | 'peaksKey'>;

/** As written in the indexes that the sweep goes by. */
const ended = sql`coalesce(${transcriptions.completedAt}, ${transcriptions.updatedAt})`;

const hasEnded = sql`${transcriptions.status} in ('completed', 'failed', 'error')`;

/** Nothing where no number of days is configured: people's files are kept until they delete them. */
function isOver({ config, now }: Needs) {
  const { originalsDays, soundDays } = config.retention;
  const endedBefore = (days: number | undefined) =>
    days === undefined ? sql`false` : lt(ended, new Date(now().getTime() - days * dayMs));
  const original = and(isNotNull(transcriptions.originalKey), endedBefore(originalsDays));
  const sound = and(isNotNull(transcriptions.audioKey), endedBefore(soundDays));
  return { original: sql<boolean>`${original}`, sound: sql<boolean>`${sound}` };
}

/** Files first: while the row names them, the next sweep comes back for what could not be removed now. */
async function removeRecording(deps: Needs, { id }: Pick<Row, 'id'>): Promise<boolean> {
  const over = isOver(deps);
  return deps.db.transaction(async (tx) => {
    // Held meanwhile: its owner may be trying it again at this moment.
    const [row] = await tx
      .select({ row: transcriptions, original: over.original, sound: over.sound })
      .from(transcriptions)
      .where(and(eq(transcriptions.id, id), hasEnded, or(over.original, over.sound)))
      .for('update', { skipLocked: true });
    if (row === undefined) return false;
    const { originalKey, audioKey, peaksKey } = row.row;
    if (row.original && originalKey !== null) {
      await removeUploadedFile(deps, originalKey);
      await tx.delete(uploads).where(eq(uploads.id, uploadIdFromKey(originalKey)));
    }
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

/** What the operator keeps no longer than so many days after its text was there. The text stays. */
export async function sweepRecordings(deps: Needs, signal: AbortSignal): Promise<number> {
  const { originalsDays, soundDays } = deps.config.retention;
  if (originalsDays === undefined && soundDays === undefined) return 0;
  const over = isOver(deps);
  let swept = 0;
  // One after the other, and the oldest first: only so an index finds them, however many are kept.
  for (const isOverHere of [over.original, over.sound]) swept += await sweepThose(deps, isOverHere, signal);
  return swept;
}

function sweepThose(deps: Needs, isOverHere: SQL, signal: AbortSignal): Promise<number> {
  return sweepEach({
    log: deps.log,
    signal,
    what: 'recordings that are kept no longer',
    find: (passedOver, limit) =>
      deps.db
        .select({ id: transcriptions.id })
        .from(transcriptions)
        .where(
          and(
            hasEnded,
            eq(transcriptions.isDeleted, false),
            isOverHere,
            notInArray(transcriptions.id, passedOver),
          ),
        )
        .orderBy(ended)
        .limit(limit),
    // One that somebody holds is left to the next sweep.
    sweepOne: (row) => removeRecording(deps, row),
  });
}
