import { Readable } from 'node:stream';
import { and, eq, isNull } from 'drizzle-orm';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { createChunkPlanner, type PlannedChunk } from '#server/adapters/media/plan-chunks.ts';
import {
  type DecodedSound,
  type PreparedAudio,
  prepareAudio,
  type SoundSoFar,
} from '#server/adapters/media/prepare-audio.ts';
import { packPeaks } from '#server/adapters/media/waveform-peaks.ts';
import type { Deps } from '#server/deps.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import {
  addPlannedChunks,
  completeChunkPlan,
  createChunkQueue,
  loadChunkPlan,
  type StoredChunk,
} from './chunk-plan.ts';
import { joinOriginals, planParts } from './join-originals.ts';
import { createCutMover } from './move-cuts.ts';
import { OriginalGoneError, originalGone, probeAccepted } from './original-file.ts';
import { type PartRow, readParts } from './part-rows.ts';
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
  /** Empty for a single file. */
  parts: readonly PartRow[];
  folder: string;
  onSound: (sound: SoundSoFar) => void;
  /** Also receives where each file begins. */
  onDecoded: (sound: DecodedSound, starts: readonly number[]) => void;
  signal: AbortSignal;
};

/**
 * The plan's limit applies to the decoded sound, whatever the header says. A file that was accepted under an
 * earlier plan keeps its length.
 */
async function longestSeconds({ db }: Pick<Deps, 'db'>, { userId, durationMs }: Row): Promise<number> {
  const { maxFileSeconds } = await findEntitlements(db, userId);
  return Math.max(maxFileSeconds, durationMs / 1_000) + toleratedSeconds;
}

async function decode(deps: Deps, row: Row, decoding: Decoding): Promise<PreparedAudio> {
  const { parts, folder, signal, onSound, onDecoded } = decoding;
  if (row.originalKey === null) throw new OriginalGoneError();
  const maxDurationSeconds = await longestSeconds(deps, row);
  const prepare = async (path: string, onDecodedHere: (sound: DecodedSound) => void) =>
    prepareAudio({
      path,
      media: await probeAccepted(path, signal),
      folder,
      onSound,
      onDecoded: onDecodedHere,
      limits: { maxDurationSeconds },
      signal,
    });
  if (parts.length === 0)
    return deps.storage
      .withLocalFile(row.originalKey, (path) => prepare(path, (sound) => onDecoded(sound, [0])), { signal })
      .catch(originalGone);
  const { path, starts, soundSeconds, isPadded } = await joinOriginals(deps, {
    transcriptionId: row.id,
    parts,
    folder,
    maxDurationSeconds,
    signal,
  });
  // The joined file also holds the silence that filled gaps, and its size says nothing about the originals.
  const audio = await prepare(path, (sound) => onDecoded({ ...sound, soundSeconds }, starts));
  return { ...audio, soundSeconds, isPadded };
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
  const parts = await readParts(deps.db, row.id);
  const isJoined = parts.length > 0;
  const folder = await openSoundFolder(deps.config.dataDir);
  const line = createChunkQueue();
  const leaving = new AbortController();
  const both = AbortSignal.any([signal, leaving.signal]);
  const isPlanned = row.chunksTotal !== null;
  const plannedMs = storedChunks.at(-1)?.endMs ?? 0;
  const planner = createChunkPlanner({ targetMs, maxMs, startMs: plannedMs });
  const slice: PreparedSound['slice'] = (startMs, endMs, until) =>
    folder.slice(startMs, endMs, AbortSignal.any([until, both]));
  const moveCuts = createCutMover(deps.speech, { slice, startMs: plannedMs });
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
    // The planner does not know where a file begins, and joined files are short.
    if (!isPlanned && !isJoined) addChunks(planner.advance(levels));
  }

  /**
   * No engine receives sound beyond the reservation before all sound is decoded and reserved. Otherwise a header
   * that claims one second would get three hours transcribed for free.
   */
  function addChunks(given: readonly PlannedChunk[], fixedCuts: readonly number[] = []) {
    if (given.length === 0) return;
    const first = planned;
    planned += given.length;
    // Store in sequence, so that the plan never has a hole, whenever a process dies.
    planning = planning.then(async () => {
      const chunks = await moveCuts(given, { fixedCuts, signal: both });
      if (isDecoded || chunks.some(({ endMs }) => endMs > reservedMs)) await wholeReserved.promise;
      line.add(await addPlannedChunks(deps.db, row, { first, chunks }));
      await notifyProgress(deps.db, row.id);
    });
    planning.catch((error: unknown) => leaving.abort(error));
  }

  /** Plans the rest before the player's file is written, because waiting engines do not need that file. */
  function onDecoded(sound: DecodedSound, starts: readonly number[]) {
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
    const startMs = planner.endMs();
    const chunks = planParts({ starts, durationMs, silences, targetMs, maxMs, startMs });
    addChunks(chunks, [...starts, chunks.at(-1)?.endMs ?? 0]);
  }

  async function readWhole() {
    const audio = await decode(deps, row, { parts, folder: folder.path, onSound, onDecoded, signal: both });
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
    slice,
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
