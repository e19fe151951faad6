import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { users } from '../../adapters/db/schema/auth.ts';
import { uploads } from '../../adapters/db/schema/uploads.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';

export const uploadLifetimeMs = 86_400_000;
/** More than anybody sends side by side, and few enough that nobody fills a disk with beginnings. */
const mostUnfinished = 50;
/** And together no more than so many of the largest: fifty of them would be a hundred gigabytes. */
const mostLargest = 5;

type NewUpload = { fileName: string; bytes: number | undefined };

/** Makes room for an upload, and gives its id. One whose size nobody tells counts as the largest. */
export async function beginUpload(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  { userId }: Actor,
  { fileName, bytes }: NewUpload,
): Promise<string> {
  const { maxBytes } = config.uploads;
  if (bytes !== undefined && bytes > maxBytes) throw new AppError('payload_too_large');
  return db.transaction(async (tx) => {
    // One after the other, or many that begin together would each find room.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const [unfinished] = await tx
      .select({
        count: count(),
        bytes: sql`coalesce(sum(coalesce(${uploads.bytes}, ${maxBytes}::bigint)), 0)`.mapWith(Number),
      })
      .from(uploads)
      .where(and(eq(uploads.userId, userId), isNull(uploads.usedAt), gt(uploads.expiresAt, now())));
    const declared = (unfinished?.bytes ?? 0) + (bytes ?? maxBytes);
    if ((unfinished?.count ?? 0) >= mostUnfinished || declared > mostLargest * maxBytes)
      throw new AppError('too_many_uploads');
    const expiresAt = new Date(now().getTime() + uploadLifetimeMs);
    const [upload] = await tx
      .insert(uploads)
      .values({ userId, fileName, bytes: bytes ?? null, expiresAt })
      .returning({ id: uploads.id });
    if (upload === undefined) throw new Error('beginning an upload returned no row');
    return upload.id;
  });
}
