import { and, asc, between, count, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../../adapters/db/database.ts';
import { transcriptionChunks, transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import type { PlannedChunk } from '../../../adapters/media/plan-chunks.ts';
import type { Deps } from '../../../deps.ts';
import { notifyProgress } from './notify-progress.ts';

type Row = Pick<typeof transcriptions.$inferSelect, 'id'>;
export type KeptChunk = typeof transcriptionChunks.$inferSelect;

/** The plan as far as it was made, by this try or one before: it is gone on with, never made anew. */
export function keptChunks({ db }: Pick<Deps, 'db'>, { id }: Row): Promise<KeptChunk[]> {
  return db
    .select()
    .from(transcriptionChunks)
    .where(eq(transcriptionChunks.transcriptionId, id))
    .orderBy(asc(transcriptionChunks.index));
}

/** As they are kept: whoever comes second with a stretch takes what the first has kept, answered or not. */
export async function addToPlan(
  db: Deps['db'] | Transaction,
  { id }: Row,
  { first, chunks }: { first: number; chunks: readonly PlannedChunk[] },
): Promise<KeptChunk[]> {
  if (chunks.length === 0) return [];
  await db
    .insert(transcriptionChunks)
    .values(
      chunks.map(({ startMs, endMs, silent }, at) => ({
        transcriptionId: id,
        index: first + at,
        startMs,
        endMs,
        isSilent: silent,
      })),
    )
    .onConflictDoNothing();
  return db
    .select()
    .from(transcriptionChunks)
    .where(
      and(
        eq(transcriptionChunks.transcriptionId, id),
        between(transcriptionChunks.index, first, first + chunks.length - 1),
      ),
    )
    .orderBy(asc(transcriptionChunks.index));
}

type Files = Pick<typeof transcriptions.$inferSelect, 'audioKey' | 'audioType' | 'peaksKey' | 'durationMs'>;

/** Nothing will be added to the plan any more; what the player needs is there too. */
export async function endPlan({ db, now }: Pick<Deps, 'db' | 'now'>, { id }: Row, files: Files) {
  await db.transaction(async (tx) => {
    const chunksTotal = tx
      .select({ count: count() })
      .from(transcriptionChunks)
      .where(eq(transcriptionChunks.transcriptionId, id));
    await tx
      .update(transcriptions)
      .set({ ...files, chunksTotal: sql`(${chunksTotal})`, updatedAt: now() })
      .where(and(eq(transcriptions.id, id), isNull(transcriptions.chunksTotal)));
    await notifyProgress(tx, id);
  });
}
