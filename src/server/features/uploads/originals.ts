import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import {
  transcriptionParts,
  type transcriptions,
  uploads,
} from '#server/adapters/db/schema/transcriptions.ts';
import { uploadIdFromKey, uploadKey } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { removeUploadedFile } from './uploads.ts';

type Row = Pick<typeof transcriptions.$inferSelect, 'id' | 'originalKey'>;

/** The files of a recording as they were sent: one, several if they were joined, none after their removal. */
export async function originalKeys(db: Database | Transaction, { id, originalKey }: Row): Promise<string[]> {
  const parts = await db
    .select({ uploadId: transcriptionParts.uploadId })
    .from(transcriptionParts)
    .where(and(eq(transcriptionParts.transcriptionId, id), isNotNull(transcriptionParts.uploadId)));
  const keys = parts.flatMap(({ uploadId }) => (uploadId === null ? [] : [uploadKey(uploadId)]));
  return [...new Set([...(originalKey === null ? [] : [originalKey]), ...keys])];
}

/** Call it after the files are gone: these rows let the next sweep find a file that could not be removed. */
export async function forgetOriginals(tx: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.delete(uploads).where(inArray(uploads.id, keys.map(uploadIdFromKey)));
}

export async function removeOriginalFiles(
  deps: Pick<Deps, 'storage' | 'uploads'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await removeUploadedFile(deps, key);
}

/** The caller holds a lock on the row of the recording, and clears its key. */
export async function removeOriginals(
  deps: Pick<Deps, 'storage' | 'uploads'>,
  tx: Transaction,
  row: Row,
): Promise<void> {
  const keys = await originalKeys(tx, row);
  await removeOriginalFiles(deps, keys);
  await forgetOriginals(tx, keys);
}
