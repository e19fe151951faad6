import { and, eq, lt, notInArray, or } from 'drizzle-orm';
import { dayMs, minuteMs } from '#domain/format/durations.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { forgetOriginals, originalKeys, removeOriginalFiles } from '#server/features/uploads/originals.ts';
import { sweepEach } from '#server/jobs/sweep.ts';

const keptDays = 30;
/** Longer than the undo period of a deletion. An example contains no data of its owner, so it need not stay longer. */
const exampleKeptMs = 10 * minuteMs;

type Swept = Pick<typeof transcriptions.$inferSelect, 'id' | 'originalKey'>;

/** Removes the files before the row. While the row exists, the next sweep retries files that could not be removed. */
async function removeForGood(deps: Pick<Deps, 'db' | 'storage' | 'uploads'>, row: Swept) {
  const keys = await originalKeys(deps.db, row);
  await removeOriginalFiles(deps, keys);
  await deps.storage.removeAll(`transcriptions/${row.id}`);
  await deps.db.transaction(async (tx) => {
    await forgetOriginals(tx, keys);
    await tx.delete(transcriptions).where(eq(transcriptions.id, row.id));
  });
}

/** Removes transcriptions and their files thirty days after the deletion; examples at the next sweep. */
export async function sweepDeleted(
  deps: Pick<Deps, 'db' | 'storage' | 'uploads' | 'now' | 'log'>,
  signal: AbortSignal,
): Promise<number> {
  const before = (keptMs: number) => lt(transcriptions.deletedAt, new Date(deps.now().getTime() - keptMs));
  const isOver = or(before(keptDays * dayMs), and(eq(transcriptions.isExample, true), before(exampleKeptMs)));
  return sweepEach({
    log: deps.log,
    signal,
    rowsName: 'the deleted transcriptions',
    find: (skipped, limit) =>
      deps.db
        .select({ id: transcriptions.id, originalKey: transcriptions.originalKey })
        .from(transcriptions)
        .where(and(eq(transcriptions.isDeleted, true), isOver, notInArray(transcriptions.id, skipped)))
        .limit(limit),
    sweepOne: async (row) => {
      await removeForGood(deps, row);
      return true;
    },
  });
}
