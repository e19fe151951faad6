import { and, eq, lt, or } from 'drizzle-orm';
import { transcriptions } from '../../adapters/db/schema/transcriptions.ts';
import { uploads } from '../../adapters/db/schema/uploads.ts';
import { idOfKey } from '../../adapters/tus/upload-key.ts';
import type { Deps } from '../../deps.ts';
import { removeUploadedFile } from '../uploads/drop-upload.ts';

const dayMs = 86_400_000;
const keptDays = 30;
/** Longer than a deletion can be taken back; there is nothing of anybody's in an example. */
const exampleKeptMs = 10 * 60_000;
const atOnce = 100;

type Swept = Pick<typeof transcriptions.$inferSelect, 'id' | 'originalKey'>;

/** Files first: while the row is there, the next sweep comes back for what could not be removed now. */
async function removeForGood(deps: Pick<Deps, 'db' | 'storage' | 'uploads'>, { id, originalKey }: Swept) {
  if (originalKey !== null) await removeUploadedFile(deps, originalKey);
  await deps.storage.removeAll(`transcriptions/${id}`);
  await deps.db.transaction(async (tx) => {
    if (originalKey !== null) await tx.delete(uploads).where(eq(uploads.id, idOfKey(originalKey)));
    await tx.delete(transcriptions).where(eq(transcriptions.id, id));
  });
}

/** What was deleted thirty days ago goes for good, with every file of it; an example goes with the next sweep. */
export async function sweepDeleted(
  deps: Pick<Deps, 'db' | 'storage' | 'uploads' | 'now'>,
  signal: AbortSignal,
): Promise<number> {
  const before = (keptMs: number) => lt(transcriptions.deletedAt, new Date(deps.now().getTime() - keptMs));
  const isOver = or(before(keptDays * dayMs), and(eq(transcriptions.isExample, true), before(exampleKeptMs)));
  let swept = 0;
  for (;;) {
    const deleted = await deps.db
      .select({ id: transcriptions.id, originalKey: transcriptions.originalKey })
      .from(transcriptions)
      .where(and(eq(transcriptions.isDeleted, true), isOver))
      .limit(atOnce);
    for (const each of deleted) {
      signal.throwIfAborted();
      await removeForGood(deps, each);
      swept += 1;
    }
    if (deleted.length < atOnce) return swept;
  }
}
