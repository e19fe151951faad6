import { eq } from 'drizzle-orm';
import { uploads } from '#server/adapters/db/schema/transcriptions.ts';
import { refuseMostlyPadding } from '#server/adapters/media/file-proportion.ts';
import { MediaError } from '#server/adapters/media/media-error.ts';
import { type MediaInfo, probeMedia } from '#server/adapters/media/probe.ts';
import { StorageError, uploadKey } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { deleteUpload } from '#server/features/uploads/uploads.ts';
import { isContentError, mediaFaultError, namedError } from './file-errors.ts';
import type { ProbeSemaphore } from './probe-semaphore.ts';

export type UploadedFile = Readonly<{ uploadId: string; fileName: string }>;
export type ProbedFile = UploadedFile & Readonly<{ media: MediaInfo; bytes: number }>;

async function probe(deps: Deps, file: UploadedFile, signal: AbortSignal): Promise<ProbedFile> {
  try {
    const bytes = await requireWhole(deps, file.uploadId);
    const probeFile = async (path: string) => {
      const media = await probeMedia({ path, signal });
      await refuseMostlyPadding({ path, media, bytes, signal });
      return { ...file, media, bytes };
    };
    return await deps.storage.withLocalFile(uploadKey(file.uploadId), probeFile, { signal });
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

/** The sweep retries a failed deletion. The user reads why the server refused the file. */
export const discardUpload = (deps: Deps, { uploadId }: UploadedFile) =>
  deleteUpload(deps, uploadId).catch(() => undefined);

type Options = { userId: string; probes: ProbeSemaphore; signal: AbortSignal };

/**
 * Probes every file before it refuses one, so that the first in the order is named. Deletes only the files with
 * refused content: the owner can then send the rest again without another upload.
 */
export async function probeUploads(
  deps: Deps,
  files: readonly UploadedFile[],
  { userId, probes, signal }: Options,
): Promise<ProbedFile[]> {
  const probed: ProbedFile[] = [];
  const faults: unknown[] = [];
  const settled = await Promise.allSettled(
    files.map((file) => probes.withProbeSlot(userId, () => probe(deps, file, signal), signal)),
  );
  for (const [at, file] of files.entries()) {
    const result = settled[at];
    if (result?.status === 'fulfilled') probed.push(result.value);
    if (result?.status !== 'rejected') continue;
    if (isContentError(result.reason)) await discardUpload(deps, file);
    const isJoined = files.length > 1;
    faults.push(isJoined ? namedError(result.reason, { ...file, position: at + 1 }) : result.reason);
  }
  if (faults.length > 0) throw faults[0];
  return probed;
}
