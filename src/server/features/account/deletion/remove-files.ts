import type { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { JobContext, JobOutcome } from '../../../jobs/job-definition.ts';
import type { removeFilesJob } from './remove-files-job.ts';

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
