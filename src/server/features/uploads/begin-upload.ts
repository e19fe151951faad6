import { and, count, eq, gt, isNull } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { uploads } from '../../adapters/db/schema/uploads.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';

export const uploadLifetimeMs = 86_400_000;
/** More than anybody sends side by side, and few enough that nobody fills a disk with beginnings. */
const mostUnfinished = 50;

type NewUpload = { fileName: string; bytes: number | undefined };

/** Makes room for an upload, and gives its id. */
export async function beginUpload(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Actor,
  { fileName, bytes }: NewUpload,
): Promise<string> {
  const [unfinished] = await db
    .select({ count: count() })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isNull(uploads.usedAt), gt(uploads.expiresAt, now())));
  if ((unfinished?.count ?? 0) >= mostUnfinished) throw new AppError('too_many_uploads');
  const expiresAt = new Date(now().getTime() + uploadLifetimeMs);
  const [upload] = await db
    .insert(uploads)
    .values({ userId, fileName, bytes: bytes ?? null, expiresAt })
    .returning({ id: uploads.id });
  if (upload === undefined) throw new Error('beginning an upload returned no row');
  return upload.id;
}
