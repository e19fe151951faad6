import { and, asc, between, count, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#server/adapters/db/database.ts';
import { transcriptionChunks, transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { PlannedChunk } from '#server/adapters/media/plan-chunks.ts';
import type { Deps } from '#server/deps.ts';
import { notifyProgress } from './transcription-status.ts';

type Row = Pick<typeof transcriptions.$inferSelect, 'id'>;
export type StoredChunk = typeof transcriptionChunks.$inferSelect;

/** The plan so far, made by this or an earlier attempt. An attempt continues it and never starts over. */
export function loadChunkPlan({ db }: Pick<Deps, 'db'>, { id }: Row): Promise<StoredChunk[]> {
  return db
    .select()
    .from(transcriptionChunks)
    .where(eq(transcriptionChunks.transcriptionId, id))
    .orderBy(asc(transcriptionChunks.index));
}

/** Returns the stored rows. If another process stored a chunk first, its row wins, with or without an answer. */
export async function addPlannedChunks(
  db: Deps['db'] | Transaction,
  { id }: Row,
  { first, chunks }: { first: number; chunks: readonly PlannedChunk[] },
): Promise<StoredChunk[]> {
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

/** Marks the plan as complete, together with the files for the player. */
export async function completeChunkPlan({ db, now }: Pick<Deps, 'db' | 'now'>, { id }: Row, files: Files) {
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

/** A queue of chunks for the engine. The planner still adds chunks while the engine transcribes. */
export function createChunkQueue() {
  const waiting: StoredChunk[] = [];
  const wakers = new Set<() => void>();
  let isEnded = false;
  let fault: { error: unknown } | undefined;
  const wake = () => {
    for (const wakeOne of wakers) wakeOne();
  };
  return {
    add(chunks: readonly StoredChunk[]) {
      waiting.push(...chunks.filter(({ doneAt }) => doneAt === null));
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
    fail(error: unknown) {
      fault ??= { error };
      wake();
    },
    /** The next chunk in order, or undefined after the last one. Throws if planning failed. */
    async next(signal: AbortSignal): Promise<StoredChunk | undefined> {
      for (;;) {
        signal.throwIfAborted();
        if (fault !== undefined) throw fault.error;
        const chunk = waiting.shift();
        if (chunk !== undefined || isEnded) return chunk;
        await new Promise<void>((resolve) => {
          const wakeThis = () => {
            wakers.delete(wakeThis);
            signal.removeEventListener('abort', wakeThis);
            resolve();
          };
          wakers.add(wakeThis);
          signal.addEventListener('abort', wakeThis, { once: true });
        });
      }
    },
  };
}
