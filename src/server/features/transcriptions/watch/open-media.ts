import type { Readable } from 'node:stream';
import type { ByteRange } from '../../../adapters/storage/storage.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { type PassedActor, readMediaPass } from '../run/media-pass.ts';
import { fromStorage } from '../run/storage-errors.ts';
import { ownTranscription } from './read-transcription.ts';

export type OpenMedia = Readonly<{
  type: string;
  bytes: number;
  changedAt: Date;
  /** The session that the address was made for. */
  holder: PassedActor;
  read: (range?: ByteRange) => Promise<Readable>;
}>;

type Opening = {
  id: string;
  pass: string;
  /** Who signs out takes the addresses along: a link copied from the page is of no use afterwards. */
  mayGoOn: (actor: PassedActor) => Promise<boolean>;
};

/** The file behind a pass, while its recording is there and its owner is still signed in. */
export async function openMedia(
  deps: Pick<Deps, 'db' | 'storage' | 'sealing' | 'now'>,
  { id, pass, mayGoOn }: Opening,
): Promise<OpenMedia> {
  const passed = readMediaPass(deps, pass);
  if (passed.id !== id || !(await mayGoOn(passed))) throw new AppError('unauthenticated');
  const { kind, userId } = passed;
  const row = await ownTranscription(deps, { userId }, id);
  const [key, type] = kind === 'audio' ? [row.audioKey, row.audioType] : [row.originalKey, row.videoType];
  if (key === null || type === null) throw new AppError('not_found');
  const kept = await fromStorage(deps.storage.stat(key));
  if (kept === undefined) throw new AppError('not_found');
  return {
    type,
    bytes: kept.bytes,
    changedAt: kept.changedAt,
    holder: passed,
    read: (range) => fromStorage(deps.storage.read(key, range)),
  };
}
