import { buffer } from 'node:stream/consumers';
import type { Listening } from '#contract/listening.ts';
import type { Actor } from '../../../actor.ts';
import { unpackPeaks } from '../../../adapters/media/peaks.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { type MediaKind, mediaPass, mediaPassEnd } from '../run/media-pass.ts';
import { fromStorage } from '../run/storage-errors.ts';
import { ownTranscription } from './read-transcription.ts';

/** What a player needs: where the sound is for the next hour, and the picture of its loudness. */
export async function readListening(
  deps: Pick<Deps, 'db' | 'storage' | 'sealing' | 'now'>,
  actor: Actor,
  id: string,
): Promise<Listening> {
  const row = await ownTranscription(deps, actor, id);
  const { audioKey, audioType, peaksKey, videoType, originalKey } = row;
  if (audioKey === null || audioType === null || peaksKey === null) throw new AppError('not_found');
  const peaks = unpackPeaks(await fromStorage(deps.storage.read(peaksKey).then(buffer)));
  const endsAt = mediaPassEnd(deps);
  const addressOf = (kind: MediaKind) =>
    `/api/transcribe/${id}/media?pass=${mediaPass(deps, actor, { id, kind, endsAt })}`;
  return {
    audio: { url: addressOf('audio'), type: audioType },
    video: videoType === null || originalKey === null ? null : { url: addressOf('video'), type: videoType },
    expires_at: endsAt.toISOString(),
    waveform: { per_second: peaks.perSecond, peaks: Buffer.from(peaks.values).toString('base64') },
  };
}
