import { and, eq, gt, isNull } from 'drizzle-orm';
import { calendarMonth } from '#domain/format/calendar.ts';
import { joinedTitle } from '#domain/transcript/transcription-name.ts';
import type { Actor } from '#server/actor.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { transcriptionParts, transcriptions, uploads } from '#server/adapters/db/schema/transcriptions.ts';
import { browserVideoType } from '#server/adapters/media/browser-playback.ts';
import { uploadKey } from '#server/adapters/storage/storage.ts';
import { leaseUpload } from '#server/adapters/tus/upload-locks.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { deletedExpiry } from '#server/features/uploads/uploads.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import type { Reservation } from '#server/features/usage/reservations.ts';
import { chargedSeconds } from '../run/reserve-decoded.ts';
import { notifyProgress } from '../run/transcription-status.ts';
import { exceedsMaxSeconds, fileTooLongError } from './file-errors.ts';
import type { ProbeSemaphore } from './probe-semaphore.ts';
import { discardUpload, type ProbedFile, probeUploads, type UploadedFile } from './probe-upload.ts';
import { queueRun, requireSeconds } from './queue-run.ts';

type Accepting = Readonly<{
  /** Several become one transcription, in this order. */
  files: readonly [UploadedFile, ...UploadedFile[]];
  title?: string | undefined;
  language: string;
  /** How many people speak, if the owner says so. */
  voices?: number | null | undefined;
}>;

type Options = { signal: AbortSignal; probes: ProbeSemaphore };

/** The second request for the same upload finds it used, and a request after its deletion finds it deleted. */
async function takeUpload(tx: Transaction, { uploadId, bytes }: ProbedFile, usedAt: Date): Promise<void> {
  const taken = await tx
    .update(uploads)
    // A client that names no size at first would count as the largest file for ever.
    .set({ usedAt, bytes })
    .where(and(eq(uploads.id, uploadId), isNull(uploads.usedAt), gt(uploads.expiresAt, deletedExpiry)))
    .returning({ id: uploads.id });
  if (taken.length === 0) throw new AppError('conflict');
}

const soundSecondsOf = (files: readonly ProbedFile[]) =>
  files.reduce((sum, { media }) => sum + media.durationSeconds, 0);

type Row = Pick<Accepting, 'title' | 'language' | 'voices'> & {
  probed: readonly ProbedFile[];
  reservation: Reservation;
};

async function insertTranscription(
  tx: Transaction,
  { title, language, voices = null, probed, reservation }: Row,
): Promise<string> {
  const [first] = probed;
  if (first === undefined) throw new Error('a transcription needs a file');
  const isJoined = probed.length > 1;
  const [row] = await tx
    .insert(transcriptions)
    .values({
      userId: reservation.userId,
      title: title ?? (isJoined ? joinedTitle(first.fileName, probed.length) : null),
      fileName: first.fileName,
      language,
      statedVoices: voices,
      durationMs: Math.round(soundSecondsOf(probed) * 1_000),
      // The player of joined files has their sound alone.
      hasVideo: !isJoined && first.media.video !== undefined,
      videoType: isJoined ? null : (browserVideoType(first.media) ?? null),
      originalKey: uploadKey(first.uploadId),
      reason: 'waiting_for_turn',
      usageMonth: reservation.month,
      usageSeconds: reservation.seconds,
    })
    .returning({ id: transcriptions.id });
  if (row === undefined) throw new Error('inserting a transcription returned no row');
  const { id: transcriptionId } = row;
  if (isJoined)
    await tx.insert(transcriptionParts).values(
      probed.map(({ uploadId, fileName }, at) => ({
        transcriptionId,
        position: at + 1,
        fileName,
        uploadId,
      })),
    );
  return transcriptionId;
}

async function leaseAll({ db }: Pick<Deps, 'db'>, files: Accepting['files'], stack: AsyncDisposableStack) {
  const lost: AbortSignal[] = [];
  for (const { uploadId } of files) {
    const lease = await leaseUpload(db, uploadId);
    if (lease === undefined) throw new AppError('upload_in_use');
    lost.push(stack.use(lease).lost);
  }
  return AbortSignal.any(lost);
}

/**
 * Accepts uploaded files: one transaction stores row, seconds and job. If the server refuses the content of a file, it
 * deletes that file at once. If hours or disk space are missing, the files stay until the sweep removes them.
 */
export async function acceptFiles(
  deps: Deps,
  { userId }: Actor,
  { files, title, language, voices }: Accepting,
  { signal, probes }: Options,
): Promise<{ jobId: string }> {
  const { db, queue, now } = deps;
  // Lease before fetching and probing: of parallel requests for one upload, the server refuses all but one.
  await using leases = new AsyncDisposableStack();
  const until = AbortSignal.any([signal, await leaseAll(deps, files, leases)]);
  const entitlements = await findEntitlements(db, userId);
  const probed = await probeUploads(deps, files, { userId, probes, signal: until });
  const soundSeconds = soundSecondsOf(probed);
  const fileCount = files.length;
  if (exceedsMaxSeconds(entitlements.maxFileSeconds, soundSeconds)) {
    // Fewer of several files may still fit.
    if (fileCount === 1) await discardUpload(deps, files[0]);
    throw fileTooLongError(soundSeconds, { ...entitlements, fileCount });
  }
  const seconds = chargedSeconds(soundSeconds);
  const month = calendarMonth(now());
  const limitSeconds = entitlements.secondsPerMonth;
  const jobId = await db.transaction(async (tx) => {
    // In one order, or two requests with the same uploads could wait for each other.
    for (const file of probed.toSorted((one, other) => one.uploadId.localeCompare(other.uploadId)))
      await takeUpload(tx, file, now());
    const reservation = await requireSeconds(tx, { userId, month, seconds, limitSeconds, fileCount });
    const transcriptionId = await insertTranscription(tx, { title, language, voices, probed, reservation });
    await queueRun({ queue }, tx, { userId, transcriptionId, run: 1 });
    await notifyProgress(tx, transcriptionId);
    return transcriptionId;
  });
  return { jobId };
}
