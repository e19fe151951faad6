import { rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  choosePlayableMethod,
  finishPlayable,
  type Playable,
  type PlayableMethod,
  playablePaths,
} from './browser-playback.ts';
import { decodedRateHz, ffmpegArguments, readCountedSeconds } from './ffmpeg-arguments.ts';
import { findSilences, type Silence } from './find-silences.ts';
import { MediaError } from './media-error.ts';
import { openPcmFile } from './pcm.ts';
import type { MediaInfo } from './probe.ts';
import {
  defaultMemoryBytes,
  defaultPrograms,
  isDiskFull,
  lastLine,
  type Programs,
  runProgram,
} from './run-ffmpeg.ts';
import { type Measured, pcmBytesPerSecond, pcmRateHz } from './sound-meter.ts';
import { type Peaks, waveformPeaks } from './waveform-peaks.ts';

export type PrepareLimits = Readonly<{
  timeMs: number;
  memoryBytes: number;
  /** Of sound that is really there, whatever the file promised. */
  maxDurationSeconds: number;
}>;

export type PreparedAudio = Readonly<{
  /** 16 kHz, mono, 16 bits, little end first, from the beginning of the file's clock. */
  pcmPath: string;
  /** As decoded, on the file's clock. */
  durationMs: number;
  /** Seconds of sound in it: without the silence that fills gaps and precedes a late track. */
  soundSeconds: number;
  /** True where less came out than the file promised, though most of it. */
  isIncomplete: boolean;
  silences: readonly Silence[];
  /** What they were found in: the loudness of each 20 ms. */
  levels: Uint8Array;
  peaks: Peaks;
  playable: Playable;
}>;

type PrepareOptions = {
  path: string;
  media: MediaInfo;
  /** Takes sound.pcm and listen.m4a or listen.mp3; nothing is left in it where this fails. */
  folder: string;
  limits?: Partial<PrepareLimits> | undefined;
  signal?: AbortSignal | undefined;
  /** Seconds of sound done, a few times a second. */
  onProgress?: ((seconds: number) => void) | undefined;
  /**
   * What has been read so far, several times a second: it can be worked on already. Once more from its beginning
   * where a damaged file is read a second time.
   */
  onSound?: ((sound: SoundSoFar) => void) | undefined;
  /** All of it was read and is good; what a browser plays is still to be looked at, or made. */
  onDecoded?: ((sound: DecodedSound) => void) | undefined;
  programs?: Programs;
};

export type SoundSoFar = Readonly<{
  /** The file that is being written; its name is another one in the end. */
  pcmPath: string;
  seconds: number;
  /** Loudness of each 20 ms, as findSilences takes it. */
  levels: Uint8Array;
}>;

export type DecodedSound = SoundSoFar & Pick<PreparedAudio, 'durationMs' | 'soundSeconds' | 'silences'>;

const dayHours = 24;
/** A slow machine that works for others meanwhile still decodes faster than one listens. */
const defaultTimeMs = ({ durationSeconds }: MediaInfo) => 120_000 + durationSeconds * 1_000;

const progressEveryMs = 50;
/** Less than this part of what was promised is no recording of what the user thinks it is. */
const minPart = 0.5;
const completeToleranceSeconds = 2;

/** Asked before, so that a full disk is not first filled to its last byte, with the database beside. */
async function refuseWithoutRoom(folder: string, { durationSeconds }: MediaInfo) {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < durationSeconds * pcmBytesPerSecond)
    throw new MediaError('disk_full', 'the sound would not fit');
}

type Pass = Required<Pick<PrepareOptions, 'path' | 'media' | 'folder' | 'programs'>> &
  Pick<PrepareOptions, 'onProgress' | 'onSound' | 'onDecoded'> & {
    limits: PrepareLimits;
    signal: AbortSignal | undefined;
  };

const countName = 'sound.count';

/** What ffmpeg says of itself, once it is over and all of its sound has been looked at. */
async function runPass(pass: Pass, way: PlayableMethod, pcmPart: string) {
  const { path, media, limits, onProgress, onSound, programs } = pass;
  const countPart = join(pass.folder, countName);
  const sound = await openPcmFile({
    part: pcmPart,
    startSeconds: media.chosen.startSeconds,
    maxDurationSeconds: limits.maxDurationSeconds,
  });
  const fault = new AbortController();
  const signal = AbortSignal.any([fault.signal, ...(pass.signal === undefined ? [] : [pass.signal])]);
  const running = runProgram({
    program: programs.ffmpeg,
    inputPath: path,
    args: ffmpegArguments({
      track: media.chosen,
      endSeconds: media.durationSeconds,
      way,
      playablePart: playablePaths(pass.folder, way).part,
      countPart,
    }),
    limits,
    signal,
    outputFd: sound.fd,
  });
  const over = running.then(
    () => true,
    () => true,
  );
  async function follow() {
    for (let isOver = false; !isOver; ) {
      isOver = await Promise.race([over, delay(progressEveryMs, false)]);
      const before = sound.seconds();
      await sound.look();
      if (sound.seconds() === before) continue;
      onProgress?.(sound.seconds());
      onSound?.({ pcmPath: pcmPart, seconds: sound.seconds(), levels: sound.levels() });
    }
  }
  try {
    await follow().catch((error: unknown) => fault.abort(error));
    const result = await running;
    fault.signal.throwIfAborted();
    if (isDiskFull(result)) throw new MediaError('disk_full', lastLine(result));
    const measured = sound.finish();
    const countedSeconds = await readCountedSeconds(countPart, decodedRateHz(way));
    return { result, measured, countedSeconds };
  } finally {
    await over;
    await sound.close();
    await rm(countPart, { force: true });
  }
}

/**
 * A file cut off half way is taken when most of it is there: the words that can be saved are worth more than none.
 * AVI counts the time before a late track as sound, so what it promises refuses nothing.
 */
function isCutShort({ chosen, container }: MediaInfo, decodedSeconds: number): boolean {
  const promised = chosen.durationSeconds;
  if (promised === undefined) return false;
  const came = decodedSeconds - chosen.startSeconds;
  const isIncomplete = promised - came > completeToleranceSeconds;
  if (isIncomplete && came < promised * minPart && container !== 'avi')
    throw new MediaError('cut_short', `${came.toFixed(1)} s of ${promised.toFixed(1)} s`);
  return isIncomplete;
}

async function prepare(pass: Pass): Promise<PreparedAudio> {
  const { folder, media, limits, signal, programs } = pass;
  const pcmPath = join(folder, 'sound.pcm');
  const pcmPart = `${pcmPath}.part`;
  let way = choosePlayableMethod(media.chosen);
  let { result, measured, countedSeconds } = await runPass(pass, way, pcmPart);
  // Only what is damaged fails as a copy: the sound is tried alone.
  if (result.code !== 0 && way !== 'none') {
    await rm(playablePaths(folder, way).part, { force: true });
    way = 'none';
    ({ result, measured, countedSeconds } = await runPass(pass, way, pcmPart));
  }
  const seconds = heardSeconds(measured, media);
  if (seconds === 0) throw new MediaError('unreadable', lastLine(result));
  const isIncomplete = isCutShort(media, seconds);
  const durationMs = Math.ceil(seconds * 1_000);
  // Overlapping timestamps drop sound: what was dropped is not heard either.
  const soundSeconds = Math.min(countedSeconds, seconds);
  const { levels } = measured;
  const silences = findSilences(levels);
  pass.onDecoded?.({ pcmPath: pcmPart, seconds, levels, durationMs, soundSeconds, silences });
  const playable = await finishPlayable({
    folder,
    way,
    pcmPath: pcmPart,
    seconds,
    limits,
    signal,
    programs,
  });
  await rename(pcmPart, pcmPath);
  pass.onProgress?.(seconds);
  return {
    pcmPath,
    durationMs,
    soundSeconds,
    isIncomplete,
    silences,
    levels,
    peaks: waveformPeaks(measured.tops),
    playable,
  };
}

/** Nothing but the silence we put before a late track is nothing. */
function heardSeconds({ samples }: Measured, { chosen }: MediaInfo): number {
  return samples <= Math.round(chosen.startSeconds * pcmRateHz) ? 0 : samples / pcmRateHz;
}

async function removeAll(folder: string) {
  const names = ['sound.pcm', 'listen.m4a', 'listen.mp3'];
  await Promise.all(
    names.flatMap((name) => [name, `${name}.part`]).map((name) => rm(join(folder, name), { force: true })),
  );
}

/**
 * Reads the original once and gives what the rest needs: the sound engines hear, where it is silent, what a waveform
 * is drawn from, and a small file that every browser plays. Throws a MediaError, or the signal's reason.
 */
export async function prepareAudio(options: PrepareOptions): Promise<PreparedAudio> {
  const { media, folder, signal, onProgress, programs = defaultPrograms } = options;
  const limits = {
    timeMs: defaultTimeMs(media),
    memoryBytes: defaultMemoryBytes,
    maxDurationSeconds: dayHours * 3_600,
    ...options.limits,
  };
  signal?.throwIfAborted();
  if (media.durationSeconds > limits.maxDurationSeconds) throw new MediaError('too_long');
  await refuseWithoutRoom(folder, media);
  try {
    return await prepare({ ...options, limits, signal, onProgress, programs });
  } catch (error) {
    await removeAll(folder);
    throw error;
  }
}
