import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { hourMs } from '#domain/format/durations.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { transcriptions, uploads } from '#server/adapters/db/schema/transcriptions.ts';
import { uploadKey } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { defineJob, type JobContext, type JobOutcome } from '#server/jobs/job-definition.ts';

/** The payload carries the file names, because no row knows them after the deletion. */
export const removeFilesJob = defineJob({
  name: 'remove-files',
  payload: z.object({ keys: z.array(z.string()), folders: z.array(z.string()) }),
  // Retry for more than a day: a storage outage must not leave a deleted account's recordings behind.
  retryLimit: 60,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 1_800,
  expireInSeconds: 600,
  heartbeatSeconds: 20,
  concurrency: 1,
});

const filesAJob = 200;
/** A running transcription may still write a file. An hour later its job has noticed the deletion. */
const secondLookMs = hourMs;

type Options = { userId: string; tx: Transaction };

/** Queues the removal of all files of a user. Call it while the rows that name the files still exist. */
export async function queueFileRemoval({ queue, now }: Pick<Deps, 'queue' | 'now'>, { userId, tx }: Options) {
  const sent = await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.userId, userId));
  const recordings = await tx
    .select({ id: transcriptions.id, originalKey: transcriptions.originalKey })
    .from(transcriptions)
    .where(eq(transcriptions.userId, userId));
  const originals = recordings.map(({ originalKey }) => originalKey).filter((key) => key !== null);
  const keys = [...new Set([...sent.map(({ id }) => uploadKey(id)), ...originals])];
  const folders = recordings.map(({ id }) => `transcriptions/${id}`);
  const runAfter = new Date(now().getTime() + secondLookMs);
  for (let at = 0; at < Math.max(keys.length, folders.length); at += filesAJob) {
    const payload = { keys: keys.slice(at, at + filesAJob), folders: folders.slice(at, at + filesAJob) };
    await queue.send(removeFilesJob, payload, { tx });
    await queue.send(removeFilesJob, payload, { tx, runAfter });
  }
}

type Removal = z.infer<(typeof removeFilesJob)['payload']>;

/** Status 404 means that the file is missing; ENOENT means its notes, which a single-request upload never had. */
function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return (
    ('status_code' in error && error.status_code === 404) || ('code' in error && error.code === 'ENOENT')
  );
}

/** A missing file is no error, so that a retry finishes what the first run began. */
export async function removeFiles(
  { storage, uploads }: Pick<Deps, 'storage' | 'uploads'>,
  { keys, folders }: Removal,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<JobOutcome> {
  for (const key of keys) {
    signal.throwIfAborted();
    // The upload store keeps a notes file beside an unfinished upload.
    await uploads.remove(key).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    await storage.remove(key);
  }
  for (const folder of folders) {
    signal.throwIfAborted();
    await storage.removeAll(folder);
  }
  return 'completed';
}
