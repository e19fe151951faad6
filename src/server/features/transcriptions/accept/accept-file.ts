import { and, eq, isNull } from 'drizzle-orm';
import { calendarMonth } from '#domain/format/calendar.ts';
import type { Actor } from '../../../actor.ts';
import type { Transaction } from '../../../adapters/db/database.ts';
import { transcriptions, uploads } from '../../../adapters/db/schema/transcriptions.ts';
import { browserVideoType } from '../../../adapters/media/browser-playback.ts';
import { refuseMostlyPadding } from '../../../adapters/media/file-proportion.ts';
import { MediaError } from '../../../adapters/media/media-error.ts';
import { type MediaInfo, probeMedia } from '../../../adapters/media/probe.ts';
import { StorageError, uploadKey } from '../../../adapters/storage/storage.ts';
import { leaseUpload } from '../../../adapters/tus/upload-locks.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { deleteUpload } from '../../uploads/uploads.ts';
import { findEntitlements } from '../../usage/entitlements.ts';
import type { Reservation } from '../../usage/reservations.ts';
import { chargedSeconds } from '../run/reserve-decoded.ts';
import { notifyProgress } from '../run/transcription-status.ts';
import { exceedsMaxSeconds, fileTooLongError, isContentError, mediaFaultError } from './file-errors.ts';
import type { ProbeSemaphore } from './probe-semaphore.ts';
import { queueRun, requireSeconds } from './queue-run.ts';

type AcceptedFile = Readonly<{
  uploadId: string;
  fileName: string;
  title: string | undefined;
  language: string;
}>;

type Probed = { media: MediaInfo; bytes: number };

async function probe(deps: Deps, uploadId: string, signal: AbortSignal): Promise<Probed> {
  try {
    const bytes = await requireWhole(deps, uploadId);
    const probeFile = async (path: string) => {
      const media = await probeMedia({ path, signal });
      await refuseMostlyPadding({ path, media, bytes, signal });
      return { media, bytes };
    };
    return await deps.storage.withLocalFile(uploadKey(uploadId), probeFile, { signal });
  } catch (error) {
    if (error instanceof MediaError) throw mediaFaultError(error.kind, error);
    if (error instanceof StorageError && error.kind === 'missing') throw new AppError('not_found');
    if (error instanceof StorageError)
      throw new AppError(error.kind === 'full' ? 'storage_full' : 'storage_unavailable', { cause: error });
    throw error;
  }
}

/**
 * Only the storage knows how many bytes arrived, and a partial recording would pass for a short one. An upload
 * that has become a transcription meanwhile is not probed again. Returns the number of bytes.
 */
async function requireWhole({ db, storage, uploads: resumable }: Deps, uploadId: string): Promise<number> {
  const key = uploadKey(uploadId);
  const [row] = await db
    .select({ bytes: uploads.bytes, usedAt: uploads.usedAt })
    .from(uploads)
    .where(eq(uploads.id, uploadId));
  if (row !== undefined && row.usedAt !== null) throw new AppError('conflict');
  const expected = row?.bytes ?? (await resumable.getUpload(key).catch(() => undefined))?.size;
  const storedFile = await storage.stat(key);
  if (expected === undefined || storedFile?.bytes !== expected) throw new AppError('upload_unfinished');
  return expected;
}

/** The second request for the same upload finds it used. */
async function takeUpload(
  tx: Transaction,
  { uploadId, bytes, usedAt }: { uploadId: string; bytes: number; usedAt: Date },
): Promise<void> {
  const taken = await tx
    .update(uploads)
    // A client that names no size at first would count as the largest file for ever.
    .set({ usedAt, bytes })
    .where(and(eq(uploads.id, uploadId), isNull(uploads.usedAt)))
    .returning({ id: uploads.id });
  if (taken.length === 0) throw new AppError('conflict');
}

type Row = { file: AcceptedFile; probed: MediaInfo; reservation: Reservation };

async function insertTranscription(tx: Transaction, { file, probed, reservation }: Row): Promise<string> {
  const [row] = await tx
    .insert(transcriptions)
    .values({
      userId: reservation.userId,
      title: file.title ?? null,
      fileName: file.fileName,
      language: file.language,
      durationMs: Math.round(probed.durationSeconds * 1_000),
      hasVideo: probed.video !== undefined,
      videoType: browserVideoType(probed) ?? null,
      originalKey: uploadKey(file.uploadId),
      reason: 'waiting_for_turn',
      usageMonth: reservation.month,
      usageSeconds: reservation.seconds,
    })
    .returning({ id: transcriptions.id });
  if (row === undefined) throw new Error('inserting a transcription returned no row');
  return row.id;
}

type Options = { signal: AbortSignal; probes: ProbeSemaphore };

/**
 * Accepts an uploaded file: one transaction stores row, seconds and job. If the server refuses the content, it
 * deletes the file at once. If hours or disk space are missing, the file stays until the sweep removes it.
 */
export async function acceptFile(
  deps: Deps,
  actor: Actor,
  file: AcceptedFile,
  options: Options,
): Promise<{ jobId: string }> {
  try {
    return await accept(deps, actor, file, options);
  } catch (error) {
    // If the deletion fails, the sweep does it later. The user reads why the server refused the file.
    if (isContentError(error)) await deleteUpload(deps, file.uploadId).catch(() => undefined);
    throw error;
  }
}

async function accept(
  deps: Deps,
  { userId }: Actor,
  file: AcceptedFile,
  { signal, probes }: Options,
): Promise<{ jobId: string }> {
  const { db, queue, now } = deps;
  // Lease before fetching and probing: of parallel requests for one upload, the server refuses all but one.
  await using lease = await leaseUpload(db, file.uploadId);
  if (lease === undefined) throw new AppError('upload_in_use');
  const until = AbortSignal.any([signal, lease.lost]);
  const entitlements = await findEntitlements(db, userId);
  const { media: probed, bytes } = await probes.withProbeSlot(
    userId,
    () => probe(deps, file.uploadId, until),
    until,
  );
  if (exceedsMaxSeconds(entitlements.maxFileSeconds, probed.durationSeconds))
    throw fileTooLongError(probed.durationSeconds, entitlements);

  const seconds = chargedSeconds(probed.durationSeconds);
  const month = calendarMonth(now());
  const limitSeconds = entitlements.secondsPerMonth;
  const jobId = await db.transaction(async (tx) => {
    await takeUpload(tx, { uploadId: file.uploadId, bytes, usedAt: now() });
    const reservation = await requireSeconds(tx, { userId, month, seconds, limitSeconds });
    const transcriptionId = await insertTranscription(tx, { file, probed, reservation });
    await queueRun({ queue }, tx, { userId, transcriptionId, run: 1 });
    await notifyProgress(tx, transcriptionId);
    return transcriptionId;
  });
  return { jobId };
}
