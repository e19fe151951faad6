import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import { maxJoinedFiles } from '#contract/transcription.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { uploads } from '#server/adapters/db/schema/transcriptions.ts';
import { StorageError } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { type Entitlements, findEntitlements } from '#server/features/usage/entitlements.ts';
import { removeDeletedFiles } from './deleted-files.ts';

/** Too few to fill a disk with abandoned uploads. All files to join are unfinished until they are joined. */
const maxUnfinished = maxJoinedFiles;
/**
 * Unfinished uploads may hold this many of the largest files, by the longest file of the plan. With 10 minutes it
 * is two, which the browser sends in parallel; with an hour it is five. Fifty would be a hundred gigabytes.
 */
function maxOpenUploads({ maxFileSeconds }: Pick<Entitlements, 'maxFileSeconds'>) {
  return Math.min(5, Math.max(2, Math.ceil(maxFileSeconds / 300)));
}

/** An upload of unknown size is cut at the limit while its bytes arrive. */
export function requireAllowedSize(bytes: number | undefined, maxBytes: number) {
  if (bytes !== undefined && bytes > maxBytes) throw new AppError('payload_too_large');
}

/**
 * Refuses an upload that would need the disk's reserve, so that the database and accepted recordings continue.
 * Deleted recordings give way first.
 */
export async function requireDiskSpace(
  deps: Pick<Deps, 'db' | 'now' | 'diskReserve' | 'storage' | 'uploads' | 'log'>,
  bytes?: number,
) {
  const { requireForUpload } = deps.diskReserve;
  try {
    await requireForUpload(bytes).catch(async (error) => {
      // In a bucket, they take no space on this disk.
      if (deps.storage.kind !== 'file' || (await removeDeletedFiles(deps)) === 0) throw error;
      await requireForUpload(bytes);
    });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new AppError('storage_full', { retryAfterSeconds: 60, cause: error });
  }
}

type NextUpload = { userId: string; bytes: number; maxBytes: number; now: Date };

/** Refuses an upload beyond the number or the total size of unfinished uploads. */
export async function requireFewUnfinished(tx: Transaction, { userId, bytes, maxBytes, now }: NextUpload) {
  const [unfinished] = await tx
    .select({
      count: count(),
      bytes: sql`coalesce(sum(coalesce(${uploads.bytes}, ${maxBytes}::bigint)), 0)`.mapWith(Number),
    })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isNull(uploads.usedAt), gt(uploads.expiresAt, now)));
  const entitlements = await findEntitlements(tx, userId);
  const declared = (unfinished?.bytes ?? 0) + bytes;
  if ((unfinished?.count ?? 0) >= maxUnfinished || declared > maxOpenUploads(entitlements) * maxBytes)
    throw new AppError('too_many_uploads');
}
