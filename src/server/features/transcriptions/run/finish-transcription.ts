import { asc, eq } from 'drizzle-orm';
import type { TranscriptionReason } from '#contract/transcription.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import { documentName } from '#domain/transcript/transcription-name.ts';
import { findUser } from '#server/adapters/auth/account-rows.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { correctedWords } from '#server/adapters/db/schema/corrected-words.ts';
import {
  transcriptionChunks,
  transcriptions,
  transcripts,
} from '#server/adapters/db/schema/transcriptions.ts';
import { isSandboxEngine } from '#server/adapters/speech/engine.ts';
import type { Deps } from '#server/deps.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';
import { forgetOriginals, originalKeys, removeOriginalFiles } from '#server/features/uploads/originals.ts';
import { adjustReservation, closeReservation } from '#server/features/usage/reservations.ts';
import { sendVoicesJob, voicesStateAfter } from './queue-voices.ts';
import { chargedSeconds } from './reserve-decoded.ts';
import { withHonestSpeakers } from './speaker-labels.ts';
import { notifyProgress } from './transcription-status.ts';

/** Joins the chunks' segments in order with new ids, and cuts overlaps with the next chunk. */
function joinSegments(chunks: readonly { segments: StoredSegment[] | null }[]): StoredSegment[] {
  const all = chunks.flatMap(({ segments }) => segments ?? []);
  return all.map((segment, id) => {
    const next = all[id + 1];
    const end =
      next === undefined
        ? segment.end_ms
        : Math.min(segment.end_ms, Math.max(next.start_ms, segment.start_ms));
    return { ...segment, id, end_ms: end };
  });
}

/** False if the transcription was deleted, taken over, or finished by a process that seemed dead. */
const isStillOurs = (current: typeof transcriptions.$inferSelect, run: number) =>
  current.run === run &&
  current.status === 'processing' &&
  current.completedAt === null &&
  !current.isDeleted;

type Finishing = Pick<Deps, 'db' | 'queue' | 'now' | 'speech' | 'speakers' | 'config'>;
type Row = Pick<typeof transcriptions.$inferSelect, 'id' | 'run' | 'userId'>;
type Chunk = typeof transcriptionChunks.$inferSelect;

/** Locks the row until commit. Returns undefined if nothing is left to do. */
async function lockedChunks(tx: Transaction, row: Row) {
  const [current] = await tx.select().from(transcriptions).where(eq(transcriptions.id, row.id)).for('update');
  if (current === undefined || !isStillOurs(current, row.run)) return undefined;
  const chunks = await tx
    .select()
    .from(transcriptionChunks)
    .where(eq(transcriptionChunks.transcriptionId, row.id))
    .orderBy(asc(transcriptionChunks.index));
  return { current, chunks };
}

type Heard = {
  current: typeof transcriptions.$inferSelect;
  chunks: readonly Chunk[];
  reason: TranscriptionReason | null;
};

async function complete(deps: Finishing, tx: Transaction, { current, chunks, reason }: Heard): Promise<void> {
  const { now, speech } = deps;
  const segments = withHonestSpeakers(joinSegments(chunks), chunks);
  // A worker of the previous release claims a row without its engine.
  const engine = current.engine ?? speech.name;
  const { statedVoices } = current;
  const voicesState = voicesStateAfter(deps, { statedVoices, segments });
  await tx
    .update(transcriptions)
    .set({
      status: 'completed',
      reason: segments.length === 0 ? 'nothing_heard' : reason,
      engine,
      heardLanguage: chunks.find(({ language }) => language !== null)?.language ?? null,
      voicesState,
      completedAt: now(),
      updatedAt: now(),
      notifiedAt: now(),
    })
    .where(eq(transcriptions.id, current.id));
  await tx
    .insert(transcripts)
    .values({ transcriptionId: current.id, text: transcriptText(segments), segments })
    .onConflictDoUpdate({
      target: transcripts.transcriptionId,
      set: { text: transcriptText(segments), segments, updatedAt: now() },
    });
  // Another hearing replaces the passages that they were written into.
  await tx.delete(correctedWords).where(eq(correctedWords.transcriptionId, current.id));
  if (voicesState === 'waiting') await sendVoicesJob(deps, tx, current.id);
  await closeReservation(tx, { transcriptionId: current.id, how: 'settled' });
  await tx.delete(transcriptionChunks).where(eq(transcriptionChunks.transcriptionId, current.id));
  const named = { title: current.title, file_name: current.fileName, created_at: current.createdAt };
  const owner = await findUser(tx, current.userId);
  if (owner !== undefined)
    await queueMail(
      deps,
      {
        template: 'transcription-finished',
        to: owner.email,
        data: {
          name: owner.name,
          title: documentName(named),
          transcriptionId: current.id,
          isTestText: isSandboxEngine(engine),
        },
      },
      { tx },
    );
  await notifyProgress(tx, current.id);
}

/** The playback copy holds all the sound of a padded file. */
async function forgetPadded(tx: Transaction, row: Heard['current']): Promise<string[]> {
  const keys = await originalKeys(tx, row);
  await forgetOriginals(tx, keys);
  await tx
    .update(transcriptions)
    .set({ originalKey: null, videoType: null })
    .where(eq(transcriptions.id, row.id));
  return keys;
}

/**
 * Stores text, charge, mail and state in one transaction, so that after a crash the job repeats just this. A crash
 * before the removal of a padded original leaves a file without a row, which the sweep removes (decision 023).
 * Returns false if another process has finished it, or its owner has deleted it.
 */
export async function finishTranscription(
  deps: Finishing & Pick<Deps, 'storage' | 'uploads' | 'log'>,
  row: Row,
  { keepsOriginal = true }: { keepsOriginal?: boolean } = {},
): Promise<boolean> {
  const unneeded = await deps.db.transaction(async (tx) => {
    const locked = await lockedChunks(tx, row);
    if (locked === undefined) return undefined;
    const { current, chunks } = locked;
    // Another attempt may have planned a chunk and died. Never finish a text with a hole in it.
    if (chunks.length !== current.chunksTotal || chunks.some(({ doneAt }) => doneAt === null))
      throw new Error('a chunk of the recording has no answer yet');
    await complete(deps, tx, { current, chunks, reason: null });
    return keepsOriginal ? [] : forgetPadded(tx, current);
  });
  if (unneeded === undefined) return false;
  // The text is complete, so a failure must not fail the job.
  await removeOriginalFiles(deps, unneeded).catch((error: unknown) => {
    deps.log.warn({ err: error, transcriptionId: row.id }, 'a padded original could not be removed');
  });
  return true;
}

/**
 * For a recording that is longer than its header and the plan's limit. The owner pays for the answered chunks and
 * keeps their text. If this were free, an attacker could have one file transcribed again and again.
 * Returns false if the engine has answered nothing yet.
 */
export async function finishAtLimit(deps: Finishing, row: Row): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const locked = await lockedChunks(tx, row);
    if (locked === undefined) return false;
    const { current, chunks } = locked;
    const gap = chunks.findIndex(({ doneAt }) => doneAt === null);
    const answered = gap === -1 ? chunks : chunks.slice(0, gap);
    const durationMs = answered.at(-1)?.endMs ?? 0;
    if (!answered.some(({ segments }) => segments !== null && segments.length > 0)) return false;
    const seconds = Math.min(current.usageSeconds + current.freeSeconds, chargedSeconds(durationMs / 1_000));
    await adjustReservation(tx, { transcriptionId: row.id, run: row.run, seconds, limitSeconds: seconds });
    await tx
      .update(transcriptions)
      .set({ durationMs, chunksTotal: answered.length })
      .where(eq(transcriptions.id, row.id));
    await complete(deps, tx, { current, chunks: answered, reason: 'cut_at_limit' });
    return true;
  });
}
