import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { uploads } from '../../adapters/db/schema/uploads.ts';
import { StorageFault } from '../../adapters/storage/storage.ts';
import { keyOfUpload } from '../../adapters/tus/upload-key.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { beginUpload } from './begin-upload.ts';

type Incoming = {
  fileName: string;
  /** As a form's file comes: it says itself when it was cut at the limit. */
  body: Readable & { truncated?: boolean };
  signal: AbortSignal;
};

const longestName = 300;

/** The last part of whatever path a browser sent, as something to show; it is never used as a path here. */
export function shownName(name: string): string {
  const last = name.toWellFormed().replaceAll('\0', '').split(/[\\/]/).at(-1) ?? '';
  return [...last.trim()].slice(0, longestName).join('') || 'arquivo';
}

/** Streams a file that came whole in one request to the storage; what breaks on the way leaves nothing behind. */
export async function storeUpload(
  deps: Pick<Deps, 'db' | 'now' | 'storage'>,
  actor: Actor,
  { fileName, body, signal }: Incoming,
): Promise<{ id: string; fileName: string }> {
  const { db, storage } = deps;
  const name = shownName(fileName);
  const id = await beginUpload(deps, actor, { fileName: name, bytes: undefined });
  const drop = async () => {
    await storage.remove(keyOfUpload(id)).catch(() => undefined);
    await db.delete(uploads).where(eq(uploads.id, id));
  };
  try {
    const bytes = await storage.put(keyOfUpload(id), body, { signal });
    if (body.truncated === true) throw new AppError('payload_too_large');
    if (bytes === 0) throw new AppError('file_empty');
    await db.update(uploads).set({ bytes }).where(eq(uploads.id, id));
    return { id, fileName: name };
  } catch (error) {
    await drop();
    if (error instanceof StorageFault)
      throw new AppError(error.kind === 'full' ? 'storage_full' : 'storage_unavailable', { cause: error });
    throw error;
  }
}
