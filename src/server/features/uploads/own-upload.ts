import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { uploads } from '../../adapters/db/schema/uploads.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One that is somebody else's, over or used up is not there: nobody learns which. */
export async function ownUpload(
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
