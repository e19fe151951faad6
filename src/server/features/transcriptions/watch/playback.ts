import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { PlaybackSources } from '#contract/transcription.ts';
import { hourMs } from '#domain/format/durations.ts';
import type { Actor } from '../../../actor.ts';
import { unpackPeaks } from '../../../adapters/media/waveform-peaks.ts';
import { type ByteRange, StorageError } from '../../../adapters/storage/storage.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { findOwnTranscription } from './read-transcription.ts';

const purpose = 'media pass';

const PassSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['audio', 'video']),
  userId: z.string(),
  sessionId: z.string(),
  level: z.enum(['aal1', 'aal2']),
  endsAtMs: z.number(),
});
export type MediaKind = z.infer<typeof PassSchema>['kind'];

export function mediaPassExpiry({ now }: Pick<Deps, 'now'>): Date {
  return new Date(now().getTime() + hourMs);
}

type Passing = { id: string; kind: MediaKind; endsAt: Date };

/** A URL parameter, because a player sends no token. Sealed, so that no client can forge or read it. */
export function createMediaPass(
  { sealing }: Pick<Deps, 'sealing'>,
  { userId, sessionId, level }: MediaPassActor,
  { id, kind, endsAt }: Passing,
): string {
  const pass: z.infer<typeof PassSchema> = {
    id,
    kind,
    userId,
    sessionId,
    level,
    endsAtMs: endsAt.getTime(),
  };
  return sealing.seal(JSON.stringify(pass), purpose);
}

function opened({ sealing }: Pick<Deps, 'sealing'>, sealed: string) {
  try {
    return PassSchema.parse(JSON.parse(sealing.open(sealed, purpose)));
  } catch (cause) {
    throw new AppError('unauthenticated', { cause });
  }
}

type MediaPassActor = Pick<Actor, 'userId' | 'sessionId' | 'level'>;

function readMediaPass(deps: Pick<Deps, 'sealing' | 'now'>, sealed: string) {
  const pass = opened(deps, sealed);
  if (pass.endsAtMs <= deps.now().getTime()) throw new AppError('unauthenticated');
  return pass;
}

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

/** Opens the file of a media pass, while the recording exists and its owner is signed in. */
export async function openMedia(
  deps: Pick<Deps, 'db' | 'storage' | 'sealing' | 'now'>,
  { id, pass, mayGoOn }: Opening,
): Promise<OpenMedia> {
  const passed = readMediaPass(deps, pass);
  if (passed.id !== id || !(await mayGoOn(passed))) throw new AppError('unauthenticated');
  const { kind, userId } = passed;
  const row = await findOwnTranscription(deps, { userId }, id);
  const [key, type] = kind === 'audio' ? [row.audioKey, row.audioType] : [row.originalKey, row.videoType];
  if (key === null || type === null) throw new AppError('not_found');
  const storedFile = await mapStorageErrors(deps.storage.stat(key));
  if (storedFile === undefined) throw new AppError('not_found');
  return {
    type,
    bytes: storedFile.bytes,
    changedAt: storedFile.changedAt,
    holder: passed,
    read: (range) => mapStorageErrors(deps.storage.read(key, range)),
  };
}
