import { eq } from 'drizzle-orm';
import { dayMs } from '#domain/format/durations.ts';
import type { Actor } from '../../actor.ts';
import { users } from '../../adapters/db/schema/auth.ts';
import { uploads } from '../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../deps.ts';
import { requireAllowedSize, requireDiskSpace, requireFewUnfinished } from './upload-limits.ts';

export const uploadLifetimeMs = dayMs;
type NewUpload = { fileName: string; bytes: number | undefined };

/** Reserves space for an upload and returns its id. An upload of unknown size counts as the largest. */
export async function beginUpload(
  { db, now, config, diskReserve }: Pick<Deps, 'db' | 'now' | 'config' | 'diskReserve'>,
  { userId }: Actor,
  { fileName, bytes }: NewUpload,
): Promise<string> {
  const { maxBytes } = config.uploads;
  requireAllowedSize(bytes, maxBytes);
  await requireDiskSpace({ diskReserve }, bytes);
  return db.transaction(async (tx) => {
    // Serialize per owner, or many parallel uploads would each find space.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    await requireFewUnfinished(tx, { userId, bytes: bytes ?? maxBytes, maxBytes, now: now() });
    const expiresAt = new Date(now().getTime() + uploadLifetimeMs);
    const [upload] = await tx
      .insert(uploads)
      .values({ userId, fileName, bytes: bytes ?? null, expiresAt })
      .returning({ id: uploads.id });
    if (upload === undefined) throw new Error('inserting an upload returned no row');
    return upload.id;
  });
}
