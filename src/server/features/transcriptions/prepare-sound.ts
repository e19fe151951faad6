import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { and, eq, isNull } from 'drizzle-orm';
import { transcriptionChunks, transcriptions } from '../../adapters/db/schema/transcriptions.ts';
import type { Silence } from '../../adapters/media/find-silences.ts';
import { MediaFault } from '../../adapters/media/media-fault.ts';
import { readPcmSlice } from '../../adapters/media/pcm-slice.ts';
import { packPeaks } from '../../adapters/media/peaks.ts';
import { planChunks } from '../../adapters/media/plan-chunks.ts';
import { type PreparedAudio, prepareAudio } from '../../adapters/media/prepare-audio.ts';
import { type MediaInfo, probeMedia } from '../../adapters/media/probe.ts';
import { StorageFault } from '../../adapters/storage/storage.ts';
import type { Deps } from '../../deps.ts';
import { tellProgress } from './tell-progress.ts';

type Row = typeof transcriptions.$inferSelect;

export type PreparedSound = AsyncDisposable &
  Readonly<{
    slice: (startMs: number, endMs: number) => Promise<Int16Array>;
    isSilent: (startMs: number, endMs: number) => boolean;
  }>;

/** Between what a header says and what is decoded, in files that mean no harm. */
const tolerance = 1.02;
const toleratedSeconds = 5;

/** How much of a stretch must be pause for nothing to be said in it. */
const silentPart = 0.8;

function isMostlySilent(silences: readonly Silence[], startMs: number, endMs: number): boolean {
  const silentMs = silences.reduce(
    (sum, silence) => sum + Math.max(0, Math.min(endMs, silence.endMs) - Math.max(startMs, silence.startMs)),
    0,
  );
  return silentMs >= (endMs - startMs) * silentPart;
}

/** It was read in time when it was taken: what takes for ever now will again, and hours of tries help nobody. */
async function probed(path: string, signal: AbortSignal): Promise<MediaInfo> {
  try {
    return await probeMedia({ path, signal });
  } catch (error) {
    if (error instanceof MediaFault && error.kind === 'took_too_long')
      throw new MediaFault('unreadable', error.message, { cause: error });
    throw error;
  }
}

async function decode(deps: Deps, row: Row, folder: string, signal: AbortSignal): Promise<PreparedAudio> {
  if (row.originalKey === null) throw new StorageFault('missing');
  return deps.storage.withLocalFile(
    row.originalKey,
    async (path) =>
      prepareAudio({
        path,
        media: await probed(path, signal),
        folder,
        // A header may say less than there is; what was reserved is what may be heard.
        limits: { maxDurationSeconds: row.usageSeconds * tolerance + toleratedSeconds },
        signal,
      }),
    { signal },
  );
}

/** What the player needs, and the plan: written once, by whichever try comes so far first. */
async function keepPrepared(deps: Deps, row: Row, audio: PreparedAudio, signal: AbortSignal) {
  const { db, storage, speech, now } = deps;
  const extension = audio.playable.contentType === 'audio/mpeg' ? 'mp3' : 'm4a';
  const audioKey = `transcriptions/${row.id}/listen.${extension}`;
  const peaksKey = `transcriptions/${row.id}/peaks.bin`;
  const contentType = audio.playable.contentType;
  await storage.put(audioKey, createReadStream(audio.playable.path), { contentType, signal });
  await storage.put(peaksKey, Readable.from([packPeaks(audio.peaks)]), { signal });
  const { targetMs, longestMs } = speech.limits;
  const plan = planChunks({ durationMs: audio.durationMs, silences: audio.silences, targetMs, longestMs });
  await db.transaction(async (tx) => {
    const first = await tx
      .update(transcriptions)
      .set({
        audioKey,
        audioType: contentType,
        peaksKey,
        chunksTotal: plan.length,
        durationMs: audio.durationMs,
        updatedAt: now(),
      })
      .where(and(eq(transcriptions.id, row.id), isNull(transcriptions.chunksTotal)))
      .returning({ id: transcriptions.id });
    if (first.length === 0 || plan.length === 0) return;
    await tx.insert(transcriptionChunks).values(
      plan.map(({ startMs, endMs, silent }, index) => ({
        transcriptionId: row.id,
        index,
        startMs,
        endMs,
        isSilent: silent,
      })),
    );
    await tellProgress(tx, row.id);
  });
}

/**
 * The sound as engines hear it, in a folder of its own for each try: two processes that both believe to have the job
 * cannot write into each other's files. A try after a crash decodes again, which takes seconds for an hour.
 */
export async function prepareSound(deps: Deps, row: Row, signal: AbortSignal): Promise<PreparedSound> {
  const work = join(deps.config.dataDir, 'work');
  await mkdir(work, { recursive: true });
  const folder = await mkdtemp(join(work, 'sound-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const audio = await decode(deps, row, folder, signal);
    if (row.chunksTotal === null) await keepPrepared(deps, row, audio, signal);
    return {
      slice: (startMs, endMs) => readPcmSlice({ path: audio.pcmPath, startMs, endMs }),
      isSilent: (startMs, endMs) => isMostlySilent(audio.silences, startMs, endMs),
      [Symbol.asyncDispose]: remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
