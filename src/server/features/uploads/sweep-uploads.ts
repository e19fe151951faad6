import { and, isNull, lt, notInArray } from 'drizzle-orm';
import { uploads } from '../../adapters/db/schema/uploads.ts';
import type { Deps } from '../../deps.ts';
import { sweepEach } from '../../jobs/sweep-each.ts';
import { dropUpload } from './drop-upload.ts';

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
      await dropUpload(deps, id);
      return true;
    },
  });
}
