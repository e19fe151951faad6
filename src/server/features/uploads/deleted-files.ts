import { and, asc, eq, isNotNull, lt, notInArray, or } from 'drizzle-orm';
import { minuteMs } from '#domain/format/durations.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { StorageError } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { sweepEach } from '#server/jobs/sweep.ts';
import { removeOriginals } from './originals.ts';

/** Longer than the undo of a deletion. */
const undoMs = 2 * minuteMs;
/** A request waits for these removals. */
const requestBudgetMs = 2_000;

type Needs = Pick<Deps, 'db' | 'storage' | 'uploads' | 'now' | 'log'>;

const hasFiles = or(isNotNull(transcriptions.originalKey), isNotNull(transcriptions.audioKey));

/** Returns false if another process has the row. Files first: a failure leaves the row for the next sweep. */
async function removeFiles({ db, ...files }: Needs, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ id: transcriptions.id, originalKey: transcriptions.originalKey })
      .from(transcriptions)
      .where(and(eq(transcriptions.id, id), eq(transcriptions.isDeleted, true), hasFiles))
      .for('update', { skipLocked: true });
    if (row === undefined) return false;
    await files.storage.removeAll(`transcriptions/${id}`);
    await removeOriginals(files, tx, row);
    const none = { originalKey: null, videoType: null, audioKey: null, audioType: null, peaksKey: null };
    await tx.update(transcriptions).set(none).where(eq(transcriptions.id, id));
    return true;
  });
}

type Options = { userId?: string; signal?: AbortSignal; budgetMs?: number };

/**
 * Removes the files of deleted recordings before their thirty days are over, oldest first, because space is short on
 * the disk or in the account. The row and its text stay until then. Returns the number of recordings.
 */
export async function removeDeletedFiles(
  deps: Needs,
  { userId, signal = new AbortController().signal, budgetMs = requestBudgetMs }: Options = {},
): Promise<number> {
  const before = new Date(deps.now().getTime() - undoMs);
  return sweepEach({
    log: deps.log,
    signal,
    budgetMs,
    rowsName: 'the files of deleted recordings',
    find: (skipped, limit) =>
      deps.db
        .select({ id: transcriptions.id })
        .from(transcriptions)
        .where(
          and(
            eq(transcriptions.isDeleted, true),
            lt(transcriptions.deletedAt, before),
            hasFiles,
            userId === undefined ? undefined : eq(transcriptions.userId, userId),
            notInArray(transcriptions.id, skipped),
          ),
        )
        .orderBy(asc(transcriptions.deletedAt))
        .limit(limit),
    sweepOne: ({ id }) => removeFiles(deps, id),
  });
}

/** True if the disk cannot take a file of the largest size. In a bucket, files take no space on this disk. */
async function isDiskShort({
  config,
  diskReserve,
  storage,
}: Pick<Deps, 'config' | 'diskReserve' | 'storage'>) {
  if (storage.kind !== 'file') return false;
  return diskReserve.requireForUpload(config.uploads.maxBytes).then(
    () => false,
    (error: unknown) => {
      if (error instanceof StorageError && error.kind === 'full') return true;
      throw error;
    },
  );
}

/** The hourly sweep makes room before an upload needs it. */
export async function sweepDeletedFilesIfDiskIsShort(
  deps: Needs & Parameters<typeof isDiskShort>[0],
  signal: AbortSignal,
): Promise<number> {
  return (await isDiskShort(deps)) ? removeDeletedFiles(deps, { signal, budgetMs: 5 * minuteMs }) : 0;
}
