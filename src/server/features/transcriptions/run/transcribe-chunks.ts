import { and, eq, isNull, sql } from 'drizzle-orm';
import { transcriptionChunks, transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import type { Work } from '#server/jobs/work-log.ts';
import type { StoredChunk } from './chunk-plan.ts';
import type { PreparedSound } from './prepare-sound.ts';
import type { TranscribedChunk } from './transcribe-chunk.ts';
import { transcribeChunkWithRetry } from './transcribe-chunk-with-retry.ts';
import { notifyProgress } from './transcription-status.ts';

type Row = Pick<typeof transcriptions.$inferSelect, 'id' | 'run' | 'language'>;

const checkEveryMs = 2_000;

/** False once the owner has deleted the recording or another run has taken over. */
async function isStillWanted({ db }: Pick<Deps, 'db'>, row: Row): Promise<boolean> {
  const [found] = await db
    .select({ isDeleted: transcriptions.isDeleted, run: transcriptions.run })
    .from(transcriptions)
    .where(eq(transcriptions.id, row.id));
  return found !== undefined && !found.isDeleted && found.run === row.run;
}

/**
 * Idempotent: a second answer, from a process that seemed dead, finds the chunk answered. Returns false then.
 */
async function saveAnswer(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  row: Row,
  chunk: StoredChunk,
  answer: TranscribedChunk,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const stored = await tx
      .update(transcriptionChunks)
      .set({ segments: answer.segments, language: answer.language ?? null, doneAt: now() })
      .where(
        and(
          eq(transcriptionChunks.transcriptionId, row.id),
          eq(transcriptionChunks.index, chunk.index),
          isNull(transcriptionChunks.doneAt),
        ),
      )
      .returning({ index: transcriptionChunks.index });
    if (stored.length === 0) return false;
    await tx
      .update(transcriptions)
      .set({
        heardMs: sql`${transcriptions.heardMs} + ${chunk.endMs - chunk.startMs}`,
        updatedAt: now(),
      })
      .where(eq(transcriptions.id, row.id));
    await notifyProgress(tx, row.id);
    return true;
  });
}

type RunWork = { sound: PreparedSound; work: Pick<Work, 'addHeard'>; signal: AbortSignal };
type ChunkWork = RunWork & { chunk: StoredChunk };

async function answerChunk(deps: Deps, row: Row, { chunk, sound, work, signal }: ChunkWork) {
  const answer = chunk.isSilent
    ? { language: undefined, segments: [] }
    : await transcribeChunkWithRetry(deps, row, { chunk, sound, signal });
  if (await saveAnswer(deps, row, chunk, answer)) work.addHeard(chunk.endMs - chunk.startMs);
}

/** Sends unanswered chunks as they are planned, in parallel. The first permanent fault stops all. */
export async function transcribeChunks(
  deps: Deps,
  row: Row,
  { sound, work, signal }: RunWork,
): Promise<'done' | 'stale'> {
  const stopping = new AbortController();
  const both = AbortSignal.any([signal, stopping.signal]);
  let isWanted = true;
  // Engine calls take minutes: abort them as soon as the owner deletes the recording.
  const checking = setInterval(() => {
    isStillWanted(deps, row).then(
      (wanted) => {
        isWanted &&= wanted;
        if (!wanted) stopping.abort(new Error('the owner deleted the recording, or another run took over'));
      },
      () => undefined,
    );
  }, checkEveryMs);

  const lane = async () => {
    while (isWanted) {
      const chunk = await sound.nextChunk(both);
      if (chunk === undefined) return;
      isWanted = await isStillWanted(deps, row);
      if (isWanted) await answerChunk(deps, row, { chunk, sound, work, signal: both });
    }
  };
  const lanes = Array.from({ length: deps.speech.limits.parallel }, () =>
    lane().catch((error: unknown) => {
      stopping.abort(error);
      throw error;
    }),
  );
  const ended = await Promise.allSettled(lanes);
  clearInterval(checking);
  if (!isWanted) return 'stale';
  const [first] = ended.filter((each) => each.status === 'rejected');
  // Throw the first fault, not that of the lanes it stopped.
  if (first !== undefined) throw signal.aborted ? signal.reason : stopping.signal.reason;
  return 'done';
}
