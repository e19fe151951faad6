import { and, isNull, lt } from 'drizzle-orm';
import { uploads } from '../../adapters/db/schema/uploads.ts';
import type { Deps } from '../../deps.ts';
import { dropUpload } from './drop-upload.ts';

const hourMs = 3_600_000;
/** Whoever was let in just before the end may still be at it. */
const graceMs = hourMs;
const atOnce = 100;

/** Uploads that nobody made a transcription of in time. Gives how many went. */
export async function sweepUploads(
  deps: Pick<Deps, 'db' | 'storage' | 'uploads' | 'now'>,
  signal: AbortSignal,
): Promise<number> {
  const overBefore = new Date(deps.now().getTime() - graceMs);
  let swept = 0;
  for (;;) {
    const expired = await deps.db
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(isNull(uploads.usedAt), lt(uploads.expiresAt, overBefore)))
      .limit(atOnce);
    for (const { id } of expired) {
      signal.throwIfAborted();
      await dropUpload(deps, id);
      swept += 1;
    }
    if (expired.length < atOnce) return swept;
  }
}
