import { eq } from 'drizzle-orm';
import type { Transaction } from '../../../adapters/db/database.ts';
import { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import { uploads } from '../../../adapters/db/schema/uploads.ts';
import { keyOfUpload } from '../../../adapters/tus/upload-key.ts';
import type { Deps } from '../../../deps.ts';
import { removeFilesJob } from './remove-files-job.ts';

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
  const keys = [...new Set([...sent.map(({ id }) => keyOfUpload(id)), ...originals])];
  const folders = recordings.map(({ id }) => `transcriptions/${id}`);
  const runAfter = new Date(now().getTime() + secondLookMs);
  for (let at = 0; at < Math.max(keys.length, folders.length); at += filesAJob) {
    const payload = { keys: keys.slice(at, at + filesAJob), folders: folders.slice(at, at + filesAJob) };
    await queue.send(removeFilesJob, payload, { tx });
    await queue.send(removeFilesJob, payload, { tx, runAfter });
  }
}
