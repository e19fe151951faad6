import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toleratedPaddingBytes } from '#server/adapters/media/file-proportion.ts';
import { createJoinedSound } from '#server/adapters/media/joined-sound.ts';
import { MediaError } from '#server/adapters/media/media-error.ts';
import { type PlannedChunk, planChunks } from '#server/adapters/media/plan-chunks.ts';
import { type DecodedAudio, decodeAudio } from '#server/adapters/media/prepare-audio.ts';
import { uploadKey } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { OriginalGoneError, originalGone, probeAccepted } from './original-file.ts';
import { markFaulty, type PartRow, storePlaces } from './part-rows.ts';

type Joining = {
  transcriptionId: string;
  parts: readonly PartRow[];
  folder: string;
  maxDurationSeconds: number;
  signal: AbortSignal;
};

export type JoinedOriginals = Readonly<{
  /** A WAV file of all sounds. */
  path: string;
  /** Where each file begins. */
  starts: readonly number[];
  /** The decoded sound of all files, which is charged. */
  soundSeconds: number;
  isPadded: boolean;
}>;

type Decoding = Pick<Joining, 'folder' | 'maxDurationSeconds' | 'signal'>;

async function decodePart({ storage }: Deps, { uploadId }: PartRow, decoding: Decoding) {
  const { folder, maxDurationSeconds, signal } = decoding;
  if (uploadId === null) throw new OriginalGoneError();
  const decode = async (path: string) =>
    decodeAudio({
      path,
      media: await probeAccepted(path, signal),
      folder,
      limits: { maxDurationSeconds },
      // Cover art of one file must not remove the originals of all.
      toleratedPaddingBytes,
      signal,
    });
  return storage.withLocalFile(uploadKey(uploadId), decode, { signal }).catch(originalGone);
}

/** The owner reads which of the files was at fault. Too long is the sum, whichever file passes the limit. */
const isFaultOfPart = (error: unknown) =>
  error instanceof OriginalGoneError ||
  (error instanceof MediaError && error.isFaultOfFile && error.kind !== 'too_long');

/**
 * Decodes the files one by one into one sound, and stores where each begins. The folder holds the sound of one file
 * at a time beside the joined sound. An attempt after a crash starts over and finds the same places.
 */
export async function joinOriginals(deps: Deps, joining: Joining): Promise<JoinedOriginals> {
  const { transcriptionId, parts, maxDurationSeconds, signal } = joining;
  const path = join(joining.folder, 'joined.wav');
  const folder = join(joining.folder, 'part');
  const joined = await createJoinedSound(path);
  const places: { position: number; startMs: number; durationMs: number }[] = [];
  let soundSeconds = 0;
  let isPadded = false;

  async function addPart(part: PartRow) {
    await mkdir(folder, { recursive: true });
    const left = maxDurationSeconds - joined.endMs() / 1_000;
    const audio: DecodedAudio = await decodePart(deps, part, { folder, maxDurationSeconds: left, signal });
    const startMs = await joined.add(audio, signal);
    places.push({ position: part.position, startMs, durationMs: audio.durationMs });
    soundSeconds += audio.soundSeconds;
    isPadded ||= audio.isPadded;
    await rm(folder, { recursive: true, force: true });
  }

  for (const part of parts)
    await addPart(part).catch(async (error: unknown) => {
      if (isFaultOfPart(error) && !signal.aborted) await markFaulty(deps.db, part);
      throw error;
    });
  await joined.finish();
  await storePlaces(deps.db, transcriptionId, places);
  return { path, starts: places.map(({ startMs }) => startMs), soundSeconds, isPadded };
}

type Plan = Parameters<typeof planChunks>[0] & {
  startMs: number;
  /** Where each file begins. */
  starts: readonly number[];
};

/**
 * Plans each file as if it were alone, so that no chunk, and therefore no segment, holds the speech of two files.
 * Continues an earlier plan at its end.
 */
export function planParts({ starts, startMs, durationMs, silences, ...limits }: Plan): PlannedChunk[] {
  return starts.flatMap((from, at) => {
    const to = starts[at + 1] ?? durationMs;
    if (to <= startMs) return [];
    const within = silences
      .filter((silence) => silence.endMs > from && silence.startMs < to)
      .map((silence) => ({
        ...silence,
        startMs: Math.max(silence.startMs, from) - from,
        endMs: Math.min(silence.endMs, to) - from,
      }));
    const planned = planChunks({
      ...limits,
      startMs: Math.max(0, startMs - from),
      durationMs: to - from,
      silences: within,
    });
    return planned.map((chunk) => ({ ...chunk, startMs: chunk.startMs + from, endMs: chunk.endMs + from }));
  });
}
