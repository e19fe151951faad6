import { and, eq, isNull } from 'drizzle-orm';
import { uploads } from '../../adapters/db/schema/uploads.ts';
import { keyOfUpload } from '../../adapters/tus/upload-key.ts';
import type { Deps } from '../../deps.ts';

type Places = Pick<Deps, 'db' | 'storage' | 'uploads'>;

/** The file of an upload, and what the protocol of resumable ones kept beside it. */
export async function removeUploadedFile({ storage, uploads: resumable }: Omit<Places, 'db'>, key: string) {
  // One that came whole is unknown to the protocol, and says so by failing.
  await resumable.remove(key).catch(() => undefined);
  await storage.remove(key);
  // In a bucket, what was too little for a part of its own.
  await storage.remove(`${key}.part`);
}

/**
 * The row goes last: while it is there, the sweep comes back for what could not be removed now. One that became a
 * transcription after all, by an answer that was lost on its way, stays.
 */
export async function dropUpload(deps: Places, id: string): Promise<void> {
  const [unused] = await deps.db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.id, id), isNull(uploads.usedAt)));
  if (unused === undefined) return;
  await removeUploadedFile(deps, keyOfUpload(id));
  await deps.db.delete(uploads).where(eq(uploads.id, id));
}
