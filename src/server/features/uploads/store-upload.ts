import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { stripInvisibleCharacters } from '#contract/text.ts';
import type { Actor } from '../../actor.ts';
import { uploads } from '../../adapters/db/schema/uploads.ts';
import { StorageError, uploadKey } from '../../adapters/storage/storage.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { beginUpload } from './begin-upload.ts';
import { deleteUpload } from './uploads.ts';

type Incoming = {
  fileName: string;
  /** As a form's file comes: it says itself when it was cut at the limit. */
  body: Readable & { truncated?: boolean };
  /** What the request says that it holds, a little more than its file; undefined where it does not say. */
  declaredBytes: number | undefined;
  signal: AbortSignal;
};

const maxNameLength = 300;

/**
 * The last part of whatever path a browser sent, as something to show; it is never used as a path here. Empty where the
 * client gives no name, as for recordings from the microphone.
 */
export function displayFileName(name: string): string {
  const last = stripInvisibleCharacters(name.toWellFormed()).split(/[\\/]/).at(-1) ?? '';
  return [...last.trim()].slice(0, maxNameLength).join('');
}

/** How a browser's form writes what would end the name. */
const fromForm = (name: string) => name.replaceAll(/%0D|%0A/gi, '').replaceAll('%22', '"');

/** Streams a file that came whole in one request to the storage; what breaks on the way leaves nothing behind. */
export async function storeUpload(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'room' | 'storage' | 'uploads'>,
  actor: Actor,
  { fileName, body, declaredBytes, signal }: Incoming,
): Promise<{ id: string; fileName: string }> {
  const { db, storage } = deps;
  const name = displayFileName(fromForm(fileName));
  const id = await beginUpload(deps, actor, {
    fileName: name,
    bytes: declaredBytes && Math.min(declaredBytes, deps.config.uploads.maxBytes),
  });
  try {
    const bytes = await storage.put(uploadKey(id), body, { signal, beforeWrite: deps.room.take });
    if (body.truncated === true) throw new AppError('payload_too_large');
    if (bytes === 0) throw new AppError('file_empty');
    const [kept] = await db
      .update(uploads)
      .set({ bytes })
      .where(eq(uploads.id, id))
      .returning({ id: uploads.id });
    if (kept !== undefined) return { id, fileName: name };
    // Whose it was left while it came: no row knows it any more, and no job will remove it.
    await storage.remove(uploadKey(id));
    throw new AppError('unauthenticated');
  } catch (error) {
    // What cannot be dropped now, the sweep takes; the person hears of the first fault.
    await deleteUpload(deps, id).catch(() => undefined);
    if (error instanceof StorageError)
      throw new AppError(error.kind === 'full' ? 'storage_full' : 'storage_unavailable', { cause: error });
    throw error;
  }
}
