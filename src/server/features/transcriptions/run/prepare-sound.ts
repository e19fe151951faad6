import { Readable } from 'node:stream';
import { and, eq, isNull } from 'drizzle-orm';
import { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import { MediaError } from '../../../adapters/media/media-error.ts';
import { createChunkPlanner, type PlannedChunk, planChunks } from '../../../adapters/media/plan-chunks.ts';
import {
  type DecodedSound,
  type PreparedAudio,
  prepareAudio,
  type SoundSoFar,
} from '../../../adapters/media/prepare-audio.ts';
import { type MediaInfo, probeMedia } from '../../../adapters/media/probe.ts';
import { packPeaks } from '../../../adapters/media/waveform-peaks.ts';
import { StorageError } from '../../../adapters/storage/storage.ts';
import type { Deps } from '../../../deps.ts';
import { SafeMessageError } from '../../../errors/safe-message-error.ts';
import { findEntitlements } from '../../usage/entitlements.ts';
import {
  addPlannedChunks,
  completeChunkPlan,
  createChunkQueue,
  loadChunkPlan,
  type StoredChunk,
} from './chunk-plan.ts';
import { reserveDecodedLength } from './reserve-decoded.ts';
import { openSoundFolder } from './sound-folder.ts';
import { notifyProgress } from './transcription-status.ts';

type Row = typeof transcriptions.$inferSelect;

export type PreparedSound = AsyncDisposable &
  Readonly<{
    /** The next unanswered chunk, as soon as it is planned; undefined after the last. */
    nextChunk: (signal: AbortSignal) => Promise<StoredChunk | undefined>;
    slice: (startMs: number, endMs: number, signal: AbortSignal) => Promise<Int16Array>;
    isSilent: (startMs: number, endMs: number) => boolean;
    /** True once the whole original is decoded and has bytes that its sound cannot need. */
    isPadded: () => boolean;
  }>;

/** Decoders add a little to an honest header's duration. A file just within the limit must not fail for it. */
const toleratedSeconds = 5;

type Decoding = {
  folder: string;
  onSound: (sound: SoundSoFar) => void;
  onDecoded: (sound: DecodedSound) => void;
  signal: AbortSignal;
};

/** Waiting cannot bring the file back, so the job ends instead of retrying for hours. */
export class OriginalGoneError extends SafeMessageError {
  constructor(options?: ErrorOptions) {
    super('the recording is not in the storage', options);
  }
}

/**
 * The plan's limit applies to the decoded sound, whatever the header says. A file that was accepted under an
 * earlier plan keeps its length.
 */
async function longestSeconds({ db }: Pick<Deps, 'db'>, { userId, durationMs }: Row): Promise<number> {
  const { maxFileSeconds } = await findEntitlements(db, userId);
  return Math.max(maxFileSeconds, durationMs / 1_000) + toleratedSeconds;
}

/**
 * The probe read this file in time when the server accepted it. A file that takes too long now takes too long at
 * each retry, and its owner would wait for hours.
 */
async function probeAccepted(path: string, signal: AbortSignal): Promise<MediaInfo> {
  try {
    return await probeMedia({ path, signal });
  } catch (error) {
    if (error instanceof MediaError && error.kind === 'took_too_long')
      throw new MediaError('unreadable', error.message, { cause: error });
    throw error;
  }
}

async function decode(deps: Deps, row: Row, { folder, signal, ...told }: Decoding): Promise<PreparedAudio> {
  if (row.originalKey === null) throw new OriginalGoneError();
  const maxDurationSeconds = await longestSeconds(deps, row);
  const decoding = deps.storage.withLocalFile(
    row.originalKey,
    async (path) =>
      prepareAudio({
        path,
        media: await probeAccepted(path, signal),
        folder,
        ...told,
        limits: { maxDurationSeconds },
        signal,
      }),
    { signal },
  );
  return decoding.catch((error: unknown) => {
    const isGone = error instanceof StorageError && error.kind === 'missing';
    throw isGone ? new OriginalGoneError({ cause: error }) : error;
  });
}

async function keepFiles(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { id }: Row,
  audio: PreparedAudio,
  signal: AbortSignal,
) {
  const { contentType, path } = audio.playable;
  const audioKey = `transcriptions/${id}/listen.${contentType === 'audio/mpeg' ? 'mp3' : 'm4a'}`;
  const peaksKey = `transcriptions/${id}/peaks.bin`;
  // Store the keys before the files, but without the type that marks them as present. If no later attempt comes
  // this far, the retention sweep still finds them.
  await db
    .update(transcriptions)
    .set({ audioKey, peaksKey })
    .where(and(eq(transcriptions.id, id), isNull(transcriptions.chunksTotal)));
  const [soundBytes] = await Promise.all([
    storage.putFile(audioKey, path, { contentType, signal }),
    storage.put(peaksKey, Readable.from([packPeaks(audio.peaks)]), { signal }),
  ]);
  return { audioKey, audioType: contentType, soundBytes, peaksKey, durationMs: audio.durationMs };
}

/**
 * Reads the recording and hands out its chunks meanwhile, so that an engine starts with the first minutes of an
 * hour. The growing plan is stored. After a crash, the next attempt reads from the beginning (seconds for an
 * hour), but requests no answered chunk again.
 */
export async function prepareSound(deps: Deps, row: Row, signal: AbortSignal): Promise<PreparedSound> {
  const { targetMs, maxMs } = deps.speech.limits;
  const storedChunks = await loadChunkPlan(deps, row);
  const folder = await openSoundFolder(deps.config.dataDir);
  const line = createChunkQueue();
  const leaving = new AbortController();
  const both = AbortSignal.any([signal, leaving.signal]);
  const isPlanned = row.chunksTotal !== null;
  const planner = createChunkPlanner({ targetMs, maxMs, startMs: storedChunks.at(-1)?.endMs ?? 0 });
  let planned = storedChunks.length;
  let planning: Promise<void> = Promise.resolve();
  const reservedMs = (row.usageSeconds + row.freeSeconds) * 1_000;
  let isDecoded = false;
  let isPadded = false;
  const wholeReserved = Promise.withResolvers<void>();
  // Without a handler, Node.js would end the process at its rejection.
  wholeReserved.promise.catch(() => undefined);

  function onSound(sound: SoundSoFar) {
    folder.took(sound);
    planFrom(sound.levels);
  }

  function planFrom(levels: Uint8Array) {
    if (!isPlanned) addChunks(planner.advance(levels));
  }

  /**
   * No engine receives sound beyond the reservation before all sound is decoded and reserved. Otherwise a header
   * that claims one second would get three hours transcribed for free.
   */
  function addChunks(chunks: readonly PlannedChunk[]) {
    if (chunks.length === 0) return;
    const first = planned;
    planned += chunks.length;
    // Store in sequence, so that the plan never has a hole, whenever a process dies.
    planning = planning.then(async () => {
      if (isDecoded || chunks.some(({ endMs }) => endMs > reservedMs)) await wholeReserved.promise;
      line.add(await addPlannedChunks(deps.db, row, { first, chunks }));
      await notifyProgress(deps.db, row.id);
    });
    planning.catch((error: unknown) => leaving.abort(error));
  }

  /** Plans the rest before the player's file is written, because waiting engines do not need that file. */
  function onDecoded(sound: DecodedSound) {
    // The last piece may have arrived without an event.
    folder.took(sound);
    folder.end();
    isDecoded = true;
    // Plan the remaining sound: the last cuts too depend on the sound alone.
    planFrom(sound.levels);
    reserveDecodedLength(deps, row, sound).then(wholeReserved.resolve, (error: unknown) => {
      wholeReserved.reject(error);
      leaving.abort(error);
    });
    if (isPlanned) return;
    const { durationMs, silences } = sound;
    addChunks(planChunks({ durationMs, silences, targetMs, maxMs, startMs: planner.endMs() }));
  }

  async function readWhole() {
    const audio = await decode(deps, row, { folder: folder.path, onSound, onDecoded, signal: both });
    isPadded = audio.isPadded;
    await wholeReserved.promise;
    await planning;
    // Store the files while the engine works on the last chunks.
    if (!isPlanned) await completeChunkPlan(deps, row, await keepFiles(deps, row, audio, both));
    line.end();
  }

  line.add(storedChunks);
  const reading = readWhole().catch((error: unknown) => {
    wholeReserved.reject(error);
    line.fail(leaving.signal.aborted ? leaving.signal.reason : error);
    // Tells the waiters for missing sound why it will not come.
    leaving.abort(error);
  });
  return {
    nextChunk: line.next,
    slice: (startMs, endMs, until) => folder.slice(startMs, endMs, AbortSignal.any([until, both])),
    isSilent: folder.isSilent,
    isPadded: () => isPadded,
    async [Symbol.asyncDispose]() {
      leaving.abort(new Error('the sound is not needed any more'));
      await reading;
      await planning.catch(() => undefined);
      await folder[Symbol.asyncDispose]();
    },
  };
}
