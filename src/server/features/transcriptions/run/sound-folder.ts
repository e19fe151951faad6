import { type FileHandle, mkdir, mkdtemp, open, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { minuteMs } from '#domain/format/durations.ts';
import { findSilencesAround } from '#server/adapters/media/find-silences.ts';
import { readPcmSlice } from '#server/adapters/media/pcm.ts';
import type { SoundSoFar } from '#server/adapters/media/prepare-audio.ts';
import { pcmRateHz } from '#server/adapters/media/sound-meter.ts';

export const touchEveryMs = minuteMs;

const openHere = new Set<string>();

/** True even if the process slept with its machine and could not touch the folder. */
export const isOpenHere = (path: string) => openHere.has(path);

/** The share of pauses above which a stretch counts as silent. */
const silentPart = 0.8;

function isMostlySilent(levels: Uint8Array, startMs: number, endMs: number): boolean {
  const silentMs = findSilencesAround(levels, startMs, endMs).reduce(
    (sum, silence) => sum + Math.max(0, Math.min(endMs, silence.endMs) - Math.max(startMs, silence.startMs)),
    0,
  );
  return silentMs >= (endMs - startMs) * silentPart;
}

/**
 * The sound for the engines. Each attempt gets its own folder, because two processes may both believe that they
 * own the job and must not write into each other's files.
 */
export async function openSoundFolder(dataDir: string) {
  const work = join(dataDir, 'work');
  await mkdir(work, { recursive: true });
  const path = await mkdtemp(join(work, 'sound-'));
  openHere.add(path);
  // The sweep recognizes a killed process's folder because no process touches it: see sweep-work-folder.ts.
  const touching = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, touchEveryMs);
  touching.unref();
  let levels: Uint8Array = new Uint8Array();
  let readMs = 0;
  let isWhole = false;
  let opening: Promise<FileHandle> | undefined;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const each of waiting) each();
  };

  const woken = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const go = () => {
        waiting.delete(go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      waiting.add(go);
      signal.addEventListener('abort', go, { once: true });
    });

  async function slice(startMs: number, endMs: number, signal: AbortSignal): Promise<Int16Array> {
    for (;;) {
      signal.throwIfAborted();
      if (readMs >= endMs || isWhole) {
        const file = await opening;
        const pcm = file === undefined ? new Int16Array() : await readPcmSlice({ file, startMs, endMs });
        // ffmpeg reads a damaged file again from its beginning; meanwhile the sound is missing.
        const missingMs = endMs - startMs - pcm.length / (pcmRateHz / 1_000);
        if (isWhole || missingMs < 1) return pcm;
      }
      await woken(signal);
    }
  }

  return {
    path,
    levels: () => levels,
    /** The open handle stays valid when the file is renamed. */
    took(sound: SoundSoFar) {
      opening ??= open(sound.pcmPath, 'r');
      // The readers get this error.
      opening.catch(() => undefined);
      levels = sound.levels;
      readMs = sound.seconds * 1_000;
      wake();
    },
    /** No more sound will come, possibly even less than an earlier reading found. */
    end() {
      isWhole = true;
      wake();
    },
    slice,
    isSilent: (startMs: number, endMs: number) => isMostlySilent(levels, startMs, endMs),
    async [Symbol.asyncDispose]() {
      const file = await opening?.catch(() => undefined);
      await file?.close();
      clearInterval(touching);
      openHere.delete(path);
      await rm(path, { recursive: true, force: true });
    },
  };
}
