import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { stripInvisibleCharacters } from '#contract/text.ts';
import type { Actor } from '#server/actor.ts';
import { uploads } from '#server/adapters/db/schema/transcriptions.ts';
import { StorageError, uploadKey } from '#server/adapters/storage/storage.ts';
import { openTus, type Tus, type TusPresent } from '#server/adapters/tus/tus-server.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { beginUpload } from './begin-upload.ts';
import { requireDiskSpace } from './upload-limits.ts';
import { claimForDeletion, deleteUpload, findOwnUpload } from './uploads.ts';

type Incoming = {
  fileName: string;
  /** A form's file stream. It sets `truncated` if it was cut at the limit. */
  body: Readable & { truncated?: boolean };
  /** The request's Content-Length, slightly more than its file; undefined if the request lacks it. */
  declaredBytes: number | undefined;
  signal: AbortSignal;
};

const maxNameLength = 300;

/**
 * Returns the last part of the path that a browser sent, for display only; the server never uses it as a path.
 * Empty if the client sends no name, as for microphone recordings.
 */
function displayFileName(name: string): string {
  const last = stripInvisibleCharacters(name.toWellFormed()).split(/[\\/]/).at(-1) ?? '';
  return [...last.trim()].slice(0, maxNameLength).join('');
}

/** Decodes the characters that a browser's form escapes because they would end the name. */
const fromForm = (name: string) => name.replaceAll(/%0D|%0A/gi, '').replaceAll('%22', '"');

/** Streams a single-request file to the storage. An interrupted request leaves nothing behind. */
export async function storeUpload(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'diskReserve' | 'storage' | 'uploads' | 'log'>,
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
    const bytes = await storage.put(uploadKey(id), body, { signal, beforeWrite: deps.diskReserve.take });
    if (body.truncated === true) throw new AppError('payload_too_large');
    if (bytes === 0) throw new AppError('file_empty');
    const [kept] = await db
      .update(uploads)
      .set({ bytes })
      .where(eq(uploads.id, id))
      .returning({ id: uploads.id });
    if (kept !== undefined) return { id, fileName: name };
    // The account was deleted during the upload. No row knows the file any more, so no job would remove it.
    await storage.remove(uploadKey(id));
    throw new AppError('unauthenticated');
  } catch (error) {
    // If the deletion fails, the sweep does it later. The user reads the first error.
    await deleteUpload(deps, id).catch(() => undefined);
    if (error instanceof StorageError)
      throw new AppError(error.kind === 'full' ? 'storage_full' : 'storage_unavailable', { cause: error });
    throw error;
  }
}

export const uploadsPath = '/api/uploads';

/** Uploads that resume after a lost connection or a restart of either side. */
export function openResumableUploads(deps: Deps, present: TusPresent): Tus {
  const { db, config, uploads } = deps;
  return openTus({
    db,
    uploads,
    path: uploadsPath,
    maxBytes: config.uploads.maxBytes,
    present,
    rules: {
      create: (actor, { fileName, bytes }) =>
        beginUpload(deps, actor, { fileName: displayFileName(fileName), bytes }),
      check: async (actor, id, { writes }) => {
        await findOwnUpload(deps, actor, id);
        if (writes) await requireDiskSpace(deps);
      },
      discard: (actor, id) => claimForDeletion(deps, actor, id),
      removed: (id) => deleteUpload(deps, id),
    },
  });
}
