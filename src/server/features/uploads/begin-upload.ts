import { eq } from 'drizzle-orm';
import { dayMs } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { uploads } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { removeDeletedFiles } from './deleted-files.ts';
import { requireAccountSpace } from './stored-bytes.ts';
import { requireAllowedSize, requireDiskSpace, requireFewUnfinished } from './upload-limits.ts';

export const uploadLifetimeMs = dayMs;
type NewUpload = { fileName: string; bytes: number | undefined };

type Needs = Pick<Deps, 'db' | 'now' | 'config' | 'diskReserve' | 'storage' | 'uploads' | 'log'>;

/**
 * Reserves space for an upload and returns its id. An upload of unknown size counts as the largest. Files that the
 * owner deleted make room early, because a person who is told to delete something must then be able to send.
 */
export async function beginUpload(deps: Needs, { userId }: Actor, upload: NewUpload): Promise<string> {
  requireAllowedSize(upload.bytes, deps.config.uploads.maxBytes);
  await requireDiskSpace(deps, upload.bytes);
  try {
    return await reserveUpload(deps, userId, upload);
  } catch (error) {
    const isAccountFull = error instanceof AppError && error.code === 'account_full';
    if (!isAccountFull || (await removeDeletedFiles(deps, { userId })) === 0) throw error;
    return reserveUpload(deps, userId, upload);
  }
}

async function reserveUpload(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  userId: string,
  { fileName, bytes }: NewUpload,
): Promise<string> {
  const { maxBytes } = config.uploads;
  return db.transaction(async (tx) => {
    // Serialize per owner, or many parallel uploads would each find space.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const next = { userId, bytes: bytes ?? maxBytes, declaredBytes: bytes, maxBytes, now: now() };
    await requireFewUnfinished(tx, next);
    await requireAccountSpace(tx, next);
    const expiresAt = new Date(now().getTime() + uploadLifetimeMs);
    const [upload] = await tx
      .insert(uploads)
      .values({ userId, fileName, bytes: bytes ?? null, expiresAt })
      .returning({ id: uploads.id });
    if (upload === undefined) throw new Error('inserting an upload returned no row');
    return upload.id;
  });
}
