import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PlaybackSources } from '#contract/transcription.ts';
import type { Actor } from '#server/actor.ts';
import type { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { unpackPeaks } from '#server/adapters/media/waveform-peaks.ts';
import { type ByteRange, StorageError } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import {
  createMediaPass,
  type MediaKind,
  type MediaPassActor,
  mediaPassExpiry,
  readMediaPass,
} from './media-pass.ts';
import { findOriginal } from './originals.ts';
import { findOwnTranscription } from './read-transcription.ts';

/** Maps storage errors to the answer for a client that requested a file. */
async function mapStorageErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    if (error.kind === 'missing') throw new AppError('not_found', { cause: error });
    throw new AppError('storage_unavailable', {
      text: 'O armazenamento não respondeu. Tente de novo em instantes.',
      cause: error,
    });
  }
}

/** Returns the data for a player: the sound's address for the next hour, and the waveform. */
export async function readPlaybackSources(
  deps: Pick<Deps, 'db' | 'storage' | 'sealing' | 'now'>,
  actor: Actor,
  id: string,
): Promise<PlaybackSources> {
  const row = await findOwnTranscription(deps, actor, id);
  const { audioKey, audioType, peaksKey, videoType, originalKey } = row;
  if (audioKey === null || audioType === null || peaksKey === null) throw new AppError('not_found');
  const peaks = unpackPeaks(await mapStorageErrors(deps.storage.read(peaksKey).then(buffer)));
  const endsAt = mediaPassExpiry(deps);
  const addressOf = (kind: MediaKind) =>
    `/api/transcribe/${id}/media?pass=${createMediaPass(deps, actor, { id, kind, endsAt })}`;
  return {
    audio: { url: addressOf('audio'), type: audioType },
    video: videoType === null || originalKey === null ? null : { url: addressOf('video'), type: videoType },
    expires_at: endsAt.toISOString(),
    waveform: { per_second: peaks.perSecond, peaks: Buffer.from(peaks.values).toString('base64') },
  };
}

type OpenMedia = Readonly<{
  type: string;
  /** For a file to download; undefined for a player. */
  downloadName: string | undefined;
  bytes: number;
  changedAt: Date;
  /** The session for which the server issued the address. */
  holder: MediaPassActor;
  read: (range?: ByteRange) => Promise<Readable>;
}>;

type Opening = {
  id: string;
  pass: string;
  /** False after a sign-out, so that a link copied from the page stops working. */
  mayGoOn: (actor: MediaPassActor) => Promise<boolean>;
};

async function findFile(
  deps: Pick<Deps, 'db'>,
  { id, audioKey, audioType, originalKey, videoType }: typeof transcriptions.$inferSelect,
  { kind, position }: ReturnType<typeof readMediaPass>,
) {
  if (kind === 'original')
    return { ...(await findOriginal(deps, { id, position })), type: 'application/octet-stream' };
  const [key, type] = kind === 'audio' ? [audioKey, audioType] : [originalKey, videoType];
  if (key === null || type === null) throw new AppError('not_found');
  return { key, type, downloadName: undefined };
}

/** Opens the file of a media pass, while the recording exists and its owner is signed in. */
export async function openMedia(
  deps: Pick<Deps, 'db' | 'storage' | 'sealing' | 'now'>,
  { id, pass, mayGoOn }: Opening,
): Promise<OpenMedia> {
  const passed = readMediaPass(deps, pass);
  if (passed.id !== id || !(await mayGoOn(passed))) throw new AppError('unauthenticated');
  const row = await findOwnTranscription(deps, passed, id);
  const { key, type, downloadName } = await findFile(deps, row, passed);
  const storedFile = await mapStorageErrors(deps.storage.stat(key));
  if (storedFile === undefined) throw new AppError('not_found');
  return {
    type,
    downloadName,
    bytes: storedFile.bytes,
    changedAt: storedFile.changedAt,
    holder: passed,
    read: (range) => mapStorageErrors(deps.storage.read(key, range)),
  };
}
