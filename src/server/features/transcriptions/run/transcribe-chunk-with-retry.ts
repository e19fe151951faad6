import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { minuteMs } from '#domain/format/durations.ts';
import { transcriptionChunks, type transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { SpeechError } from '#server/adapters/speech/engine.ts';
import type { Deps } from '#server/deps.ts';
import type { StoredChunk } from './chunk-plan.ts';
import type { PreparedSound } from './prepare-sound.ts';
import { type TranscribedChunk, transcribeChunk } from './transcribe-chunk.ts';

/** Retries of one chunk after temporary faults; beyond them the queue retries the job. */
const maxTries = 4;
const firstPauseMs = 1_000;
const maxPauseMs = minuteMs;

const isRetryable = (error: unknown): error is SpeechError =>
  error instanceof SpeechError && ['busy', 'temporary', 'crashed', 'nonsense'].includes(error.kind);

/** The engine's retry-after has priority. */
const retryPauseMs = (error: SpeechError, tries: number) =>
  error.retryAfterMs ?? firstPauseMs * 2 ** (tries - 1) * (0.75 + Math.random() / 2);

type Row = Pick<typeof transcriptions.$inferSelect, 'id' | 'language'>;
type Sending = { chunk: StoredChunk; sound: PreparedSound; signal: AbortSignal };

async function countSending({ db }: Pick<Deps, 'db'>, row: Row, { index }: StoredChunk) {
  await db
    .update(transcriptionChunks)
    .set({ sentCount: sql`${transcriptionChunks.sentCount} + 1` })
    .where(and(eq(transcriptionChunks.transcriptionId, row.id), eq(transcriptionChunks.index, index)));
}

/** Sends one chunk to the engine, and sends it again after a temporary fault. */
export async function transcribeChunkWithRetry(
  deps: Pick<Deps, 'db' | 'speech'>,
  row: Row,
  { chunk, sound, signal }: Sending,
): Promise<TranscribedChunk> {
  const { startMs } = chunk;
  const pcm = await sound.slice(startMs, chunk.endMs, signal);
  const { language } = row;
  const { isSilent } = sound;
  for (let tries = 1; ; tries += 1) {
    await countSending(deps, row, chunk);
    try {
      return await transcribeChunk(deps.speech, { pcm, startMs, language, isSilent, signal });
    } catch (error) {
      if (!isRetryable(error) || tries >= maxTries) throw error;
      await delay(Math.min(retryPauseMs(error, tries), maxPauseMs), undefined, { signal });
    }
  }
}
