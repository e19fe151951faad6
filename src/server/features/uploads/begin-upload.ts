import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import { dayMs } from '#domain/format/durations.ts';
import type { Actor } from '../../actor.ts';
import { users } from '../../adapters/db/schema/auth.ts';
import { uploads } from '../../adapters/db/schema/transcriptions.ts';
import { StorageError } from '../../adapters/storage/storage.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { type Entitlements, findEntitlements } from '../usage/entitlements.ts';

export const uploadLifetimeMs = dayMs;
/** More than a person sends in parallel, and few enough that abandoned uploads cannot fill a disk. */
const maxUnfinished = 50;
/**
 * Unfinished uploads may hold this many of the largest files, by the longest file of the plan. With 10 minutes it
 * is two, which the browser sends in parallel; with an hour it is five. Fifty would be a hundred gigabytes.
 */
function maxOpenUploads({ maxFileSeconds }: Pick<Entitlements, 'maxFileSeconds'>) {
  return Math.min(5, Math.max(2, Math.ceil(maxFileSeconds / 300)));
}

/** Refuses an upload that would need the disk's reserve, so that the database and accepted recordings continue. */
export async function requireDiskSpace({ diskReserve }: Pick<Deps, 'diskReserve'>, bytes?: number) {
  try {
    await diskReserve.requireForUpload(bytes);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new AppError('storage_full', { retryAfterSeconds: 60, cause: error });
  }
}

type NewUpload = { fileName: string; bytes: number | undefined };

/** Reserves space for an upload and returns its id. An upload of unknown size counts as the largest. */
export async function beginUpload(
  { db, now, config, diskReserve }: Pick<Deps, 'db' | 'now' | 'config' | 'diskReserve'>,
  { userId }: Actor,
  { fileName, bytes }: NewUpload,
): Promise<string> {
  const { maxBytes } = config.uploads;
  if (bytes !== undefined && bytes > maxBytes) throw new AppError('payload_too_large');
  await requireDiskSpace({ diskReserve }, bytes);
  return db.transaction(async (tx) => {
    // Serialize per owner, or many parallel uploads would each find space.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const [unfinished] = await tx
      .select({
        count: count(),
        bytes: sql`coalesce(sum(coalesce(${uploads.bytes}, ${maxBytes}::bigint)), 0)`.mapWith(Number),
      })
      .from(uploads)
      .where(and(eq(uploads.userId, userId), isNull(uploads.usedAt), gt(uploads.expiresAt, now())));
    const entitlements = await findEntitlements(tx, userId);
    const declared = (unfinished?.bytes ?? 0) + (bytes ?? maxBytes);
    if ((unfinished?.count ?? 0) >= maxUnfinished || declared > maxOpenUploads(entitlements) * maxBytes)
      throw new AppError('too_many_uploads');
    const expiresAt = new Date(now().getTime() + uploadLifetimeMs);
    const [upload] = await tx
      .insert(uploads)
      .values({ userId, fileName, bytes: bytes ?? null, expiresAt })
      .returning({ id: uploads.id });
    if (upload === undefined) throw new Error('inserting an upload returned no row');
    return upload.id;
  });
}
