import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { minuteMs } from '#domain/format/durations.ts';
import { transcriptionChunks, transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import { SpeechError } from '../../../adapters/speech/engine.ts';
import type { Deps } from '../../../deps.ts';
import type { StoredChunk } from './chunk-plan.ts';
import type { PreparedSound } from './prepare-sound.ts';
import { transcribeChunk } from './transcribe-chunk.ts';
import { notifyProgress } from './transcription-status.ts';

type Row = Pick<typeof transcriptions.$inferSelect, 'id' | 'run' | 'language'>;

/** Retries of one chunk after temporary faults; beyond them the queue retries the job. */
const triesOfChunk = 4;
const firstPauseMs = 1_000;
const maxPauseMs = minuteMs;
const lookEveryMs = 2_000;

/** False once the owner has deleted the recording or another run has taken over. */
async function isStillWanted({ db }: Pick<Deps, 'db'>, row: Row): Promise<boolean> {
  const [found] = await db
    .select({ isDeleted: transcriptions.isDeleted, run: transcriptions.run })
    .from(transcriptions)
    .where(eq(transcriptions.id, row.id));
  return found !== undefined && !found.isDeleted && found.run === row.run;
}

/** Idempotent: a second answer, from a process that seemed dead, finds the chunk answered. */
async function saveAnswer(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  row: Row,
  chunk: StoredChunk,
  heard: Awaited<ReturnType<typeof transcribeChunk>>,
) {
  await db.transaction(async (tx) => {
    const kept = await tx
      .update(transcriptionChunks)
      .set({ segments: heard.segments, language: heard.language ?? null, doneAt: now() })
      .where(
        and(
          eq(transcriptionChunks.transcriptionId, row.id),
          eq(transcriptionChunks.index, chunk.index),
          isNull(transcriptionChunks.doneAt),
        ),
      )
      .returning({ index: transcriptionChunks.index });
    if (kept.length === 0) return;
    await tx
      .update(transcriptions)
      .set({
        heardMs: sql`${transcriptions.heardMs} + ${chunk.endMs - chunk.startMs}`,
        updatedAt: now(),
      })
      .where(eq(transcriptions.id, row.id));
    await notifyProgress(tx, row.id);
  });
}

const isRetryable = (error: unknown): error is SpeechError =>
  error instanceof SpeechError && ['busy', 'temporary', 'crashed', 'nonsense'].includes(error.kind);

async function transcribeOne(
  deps: Deps,
  row: Row,
  sound: PreparedSound,
  chunk: StoredChunk,
  signal: AbortSignal,
) {
  if (chunk.isSilent) return saveAnswer(deps, row, chunk, { language: undefined, segments: [] });
  const pcm = await sound.slice(chunk.startMs, chunk.endMs, signal);
  const { startMs } = chunk;
  const { language } = row;
  for (let tries = 1; ; tries += 1) {
    await deps.db
      .update(transcriptionChunks)
      .set({ sentCount: sql`${transcriptionChunks.sentCount} + 1` })
      .where(
        and(eq(transcriptionChunks.transcriptionId, row.id), eq(transcriptionChunks.index, chunk.index)),
      );
    try {
      const heard = await transcribeChunk(deps.speech, {
        pcm,
        startMs,
        language,
        isSilent: sound.isSilent,
        signal,
      });
      return await saveAnswer(deps, row, chunk, heard);
    } catch (error) {
      if (!isRetryable(error) || tries >= triesOfChunk) throw error;
      // The engine's retry-after has priority.
      const pauseMs = error.retryAfterMs ?? firstPauseMs * 2 ** (tries - 1) * (0.75 + Math.random() / 2);
      await delay(Math.min(pauseMs, maxPauseMs), undefined, { signal });
    }
  }
}

/** Sends unanswered chunks as they are planned, in parallel. The first permanent fault stops all. */
export async function transcribeChunks(
  deps: Deps,
  row: Row,
  sound: PreparedSound,
  signal: AbortSignal,
): Promise<'done' | 'stale'> {
  const stopping = new AbortController();
  const both = AbortSignal.any([signal, stopping.signal]);
  let isWanted = true;
  // Engine calls take minutes: abort them as soon as the owner deletes the recording.
  const looking = setInterval(() => {
    isStillWanted(deps, row).then(
      (wanted) => {
        isWanted &&= wanted;
        if (!wanted) stopping.abort(new Error('the owner deleted the recording, or another run took over'));
      },
      () => undefined,
    );
  }, lookEveryMs);

  const lane = async () => {
    while (isWanted) {
      const chunk = await sound.nextChunk(both);
      if (chunk === undefined) return;
      isWanted = await isStillWanted(deps, row);
      if (isWanted) await transcribeOne(deps, row, sound, chunk, both);
    }
  };
  const lanes = Array.from({ length: deps.speech.limits.parallel }, () =>
    lane().catch((error: unknown) => {
      stopping.abort(error);
      throw error;
    }),
  );
  const ended = await Promise.allSettled(lanes);
  clearInterval(looking);
  if (!isWanted) return 'stale';
  const [first] = ended.filter((each) => each.status === 'rejected');
  // Throw the first fault, not that of the lanes it stopped.
  if (first !== undefined) throw signal.aborted ? signal.reason : stopping.signal.reason;
  return 'done';
}
