import type { Originals } from '#contract/transcription.ts';
import { partName } from '#domain/transcript/part-headings.ts';
import type { Actor } from '#server/actor.ts';
import { uploadKey } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { readParts } from '../run/part-rows.ts';
import { createMediaPass, mediaPassExpiry } from './media-pass.ts';
import { findOwnTranscription } from './read-transcription.ts';

const originalsGone = () =>
  new AppError('not_found', {
    text: 'Os arquivos originais não estão mais guardados aqui.',
  });

/** The originals of a joined recording, each with an address for the next hour. Empty for a single file. */
export async function readOriginals(
  deps: Pick<Deps, 'db' | 'sealing' | 'now'>,
  actor: Actor,
  id: string,
): Promise<Originals> {
  await findOwnTranscription(deps, actor, id);
  const parts = await readParts(deps.db, id);
  if (parts.length > 0 && parts.every(({ uploadId }) => uploadId === null)) throw originalsGone();
  const endsAt = mediaPassExpiry(deps);
  return {
    originals: parts.map(({ position, fileName }) => ({
      position,
      file_name: fileName,
      url: `/api/transcribe/${id}/media?pass=${createMediaPass(deps, actor, { id, kind: 'original', position, endsAt })}`,
    })),
    expires_at: endsAt.toISOString(),
  };
}

/** The storage key and the name of one original. */
export async function findOriginal(
  { db }: Pick<Deps, 'db'>,
  { id, position }: { id: string; position: number | undefined },
): Promise<{ key: string; downloadName: string }> {
  const part = (await readParts(db, id)).find((each) => each.position === position);
  if (part === undefined || part.uploadId === null) throw originalsGone();
  return { key: uploadKey(part.uploadId), downloadName: partName(part.fileName, part.position) };
}
