import { and, eq, gt, isNull, lt, notInArray } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { uploads } from '../../adapters/db/schema/uploads.ts';
import { uploadKey } from '../../adapters/storage/storage.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { sweepEach } from '../../jobs/sweep.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One that is somebody else's, over or used up is not there: nobody learns which. */
export async function findOwnUpload(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Actor,
  id: string,
): Promise<{ id: string; fileName: string }> {
  if (!uuid.test(id)) throw new AppError('not_found');
  const [upload] = await db
    .select({ id: uploads.id, fileName: uploads.fileName })
    .from(uploads)
    .where(
      and(
        eq(uploads.id, id),
        eq(uploads.userId, userId),
        isNull(uploads.usedAt),
        gt(uploads.expiresAt, now()),
      ),
    );
  if (upload === undefined) throw new AppError('not_found');
  return upload;
}

type Places = Pick<Deps, 'db' | 'storage' | 'uploads'>;

/** The file of an upload, and what the protocol of resumable ones kept beside it. */
export async function removeUploadedFile({ storage, uploads: resumable }: Omit<Places, 'db'>, key: string) {
  // One that came whole is unknown to the protocol, and says so by failing.
  await resumable.remove(key).catch(() => undefined);
  await storage.remove(key);
  // In a bucket, what was too little for a part of its own.
  await storage.remove(`${key}.part`);
}

/**
 * The row goes last: while it is there, the sweep comes back for what could not be removed now. One that became a
 * transcription after all, by an answer that was lost on its way, stays.
 */
export async function deleteUpload(deps: Places, id: string): Promise<void> {
  const [unused] = await deps.db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.id, id), isNull(uploads.usedAt)));
  if (unused === undefined) return;
  await removeUploadedFile(deps, uploadKey(id));
  await deps.db.delete(uploads).where(eq(uploads.id, id));
}

const hourMs = 3_600_000;
/** Whoever was let in just before the end may still be at it. */
const graceMs = hourMs;

/** Uploads that nobody made a transcription of in time. Gives how many went. */
export async function sweepUploads(
  deps: Pick<Deps, 'db' | 'storage' | 'uploads' | 'now' | 'log'>,
  signal: AbortSignal,
): Promise<number> {
  const overBefore = new Date(deps.now().getTime() - graceMs);
  const isOver = and(isNull(uploads.usedAt), lt(uploads.expiresAt, overBefore));
  return sweepEach({
    log: deps.log,
    signal,
    what: 'uploads that are over',
    find: (passedOver, limit) =>
      deps.db
        .select({ id: uploads.id })
        .from(uploads)
        .where(and(isOver, notInArray(uploads.id, passedOver)))
        .limit(limit),
    sweepOne: async ({ id }) => {
      await deleteUpload(deps, id);
      return true;
    },
  });
}
