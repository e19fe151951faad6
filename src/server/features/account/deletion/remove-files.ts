import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../../../adapters/db/database.ts';
import { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import { uploads } from '../../../adapters/db/schema/uploads.ts';
import { uploadKey } from '../../../adapters/storage/storage.ts';
import type { Deps } from '../../../deps.ts';
import { defineJob, type JobContext, type JobOutcome } from '../../../jobs/job-definition.ts';

/** Carries the names of the files, since by then no row knows them any more. */
export const removeFilesJob = defineJob({
  name: 'remove-files',
  payload: z.object({ keys: z.array(z.string()), folders: z.array(z.string()) }),
  // A storage that is away for a day must not leave recordings of somebody who left.
  retryLimit: 60,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 1_800,
  expireInSeconds: 600,
  heartbeatSeconds: 20,
  concurrency: 1,
});

const filesAJob = 200;
/** A recording that is being transcribed at this moment may still get a file; by then its job has noticed. */
const secondLookMs = 3_600_000;

type Options = { userId: string; tx: Transaction };

/** Every file of somebody's, named while the rows that know them are there. */
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

/** Said in two ways: of the file itself, and of the notes, which a file that came in one request never had. */
function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return (
    ('status_code' in error && error.status_code === 404) || ('code' in error && error.code === 'ENOENT')
  );
}

/** What is gone already is no fault, so a second run ends what a first one began. */
export async function removeFiles(
  { storage, uploads }: Pick<Deps, 'storage' | 'uploads'>,
  { keys, folders }: Removal,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<JobOutcome> {
  for (const key of keys) {
    signal.throwIfAborted();
    // The uploads keep notes of their own beside an unfinished file.
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
