import { and, eq, gt, isNull, lt, notInArray } from 'drizzle-orm';
import { hourMs } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import { uploads } from '#server/adapters/db/schema/transcriptions.ts';
import { uploadKey } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { sweepEach } from '#server/jobs/sweep.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * An upload that is expired, used or another owner's is not found. The answer does not reveal which. Only for joined
 * uploads a used one is a conflict: a client that lost the answer must tell it from a file that the server refused.
 */
export async function findOwnUpload(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Actor,
  id: string,
  { isJoined = false } = {},
): Promise<{ id: string; fileName: string }> {
  if (!uuid.test(id)) throw new AppError('not_found');
  const [upload] = await db
    .select({ id: uploads.id, fileName: uploads.fileName, usedAt: uploads.usedAt })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId), gt(uploads.expiresAt, now())));
  if (upload === undefined) throw new AppError('not_found');
  if (upload.usedAt !== null) throw new AppError(isJoined ? 'conflict' : 'not_found');
  return upload;
}

/** The expiry of an upload that its owner deletes: it becomes no transcription, and the sweep removes it. */
export const deletedExpiry = new Date(0);

/**
 * Claims an own upload for its deletion. The same row decides who comes first, so a transcription never loses the
 * file that it has just taken. A client may ask again, because the storage may not have answered the first time.
 */
export async function claimForDeletion(
  { db }: Pick<Deps, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  id: string,
): Promise<void> {
  if (!uuid.test(id)) throw new AppError('not_found');
  const discarded = await db
    .update(uploads)
    .set({ expiresAt: deletedExpiry })
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId), isNull(uploads.usedAt)))
    .returning({ id: uploads.id });
  if (discarded.length === 0) throw new AppError('not_found');
}

type UploadDeps = Pick<Deps, 'db' | 'storage' | 'uploads'>;

/** Removes the file of an upload and the tus notes beside it. */
export async function removeUploadedFile(
  { storage, uploads: resumable }: Omit<UploadDeps, 'db'>,
  key: string,
) {
  // tus does not know a single-request upload and throws.
  await resumable.remove(key).catch(() => undefined);
  await storage.remove(key);
  // In a bucket, tus cannot remove the notes of a finished upload, nor bytes that were too few for a part.
  for (const ending of ['part', 'info']) await storage.remove(`${key}.${ending}`);
}

/**
 * Deletes the row last: while it exists, the sweep retries the files that it failed to remove. Keeps an upload
 * that has become a transcription, in case the answer was lost on its way.
 */
export async function deleteUpload(deps: UploadDeps, id: string): Promise<void> {
  const [unused] = await deps.db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.id, id), isNull(uploads.usedAt)));
  if (unused === undefined) return;
  await removeUploadedFile(deps, uploadKey(id));
  await deps.db.delete(uploads).where(eq(uploads.id, id));
}

/** An upload that started just before its expiry may still run. */
const graceMs = hourMs;

/** Sweeps uploads that did not become a transcription in time, and returns their number. */
export async function sweepUploads(
  deps: Pick<Deps, 'db' | 'storage' | 'uploads' | 'now' | 'log'>,
  signal: AbortSignal,
): Promise<number> {
  const overBefore = new Date(deps.now().getTime() - graceMs);
  const isOver = and(isNull(uploads.usedAt), lt(uploads.expiresAt, overBefore));
  return sweepEach({
    log: deps.log,
    signal,
    rowsName: 'the expired uploads',
    find: (skipped, limit) =>
      deps.db
        .select({ id: uploads.id })
        .from(uploads)
        .where(and(isOver, notInArray(uploads.id, skipped)))
        .limit(limit),
    sweepOne: async ({ id }) => {
      await deleteUpload(deps, id);
      return true;
    },
  });
}
