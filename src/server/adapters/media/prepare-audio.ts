import { rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { minuteMs } from '#domain/format/durations.ts';
import {
  choosePlayableMethod,
  finishPlayable,
  type Playable,
  type PlayableMethod,
  playablePaths,
} from './browser-playback.ts';
import { decodedRateHz, ffmpegArguments, readCountedSeconds } from './ffmpeg-arguments.ts';
import { isPadded } from './file-proportion.ts';
import { findSilences, type Silence } from './find-silences.ts';
import { MediaError } from './media-error.ts';
import type { ProbedMedia } from './parse-ffprobe.ts';
import { openPcmFile } from './pcm.ts';
import type { MediaInfo } from './probe.ts';
import {
  defaultMemoryBytes,
  defaultPrograms,
  isDiskFull,
  lastLine,
  type MediaLimits,
  type Programs,
  runProgram,
} from './run-ffmpeg.ts';
import { type Measured, pcmBytesPerSecond, pcmRateHz } from './sound-meter.ts';
import { type Peaks, waveformPeaks } from './waveform-peaks.ts';

export type DecodedAudio = Readonly<{
  /** 16 kHz mono 16-bit little-endian PCM, from the start of the file's clock. */
  pcmPath: string;
  /** Decoded length on the file's clock. */
  durationMs: number;
  /** Seconds of decoded sound, without the silence that fills gaps or precedes a late track. */
  soundSeconds: number;
  /** True if the file lacks part of its declared sound, but has most of it. */
  isIncomplete: boolean;
  /** True if the file has bytes that its decoded sound cannot need. */
  isPadded: boolean;
  silences: readonly Silence[];
  /** The level of each 20 ms frame, from which `silences` was computed. */
  levels: Uint8Array;
  peaks: Peaks;
}>;

export type PreparedAudio = DecodedAudio & Readonly<{ playable: Playable }>;

type PrepareOptions = {
  path: string;
  media: MediaInfo;
  /** Receives sound.pcm, and listen.m4a or listen.mp3 for the player. A failure removes them all. */
  folder: string;
  limits?: Partial<MediaLimits> | undefined;
  signal?: AbortSignal | undefined;
  /** Receives the decoded seconds a few times per second. */
  onProgress?: ((seconds: number) => void) | undefined;
  /**
   * Receives the sound so far several times per second, so that work on it can start. Restarts from the beginning
   * if a damaged file needs a second pass.
   */
  onSound?: ((sound: SoundSoFar) => void) | undefined;
  /** Called once all sound is decoded and valid. The playable file is still to be checked or made. */
  onDecoded?: ((sound: DecodedSound) => void) | undefined;
  /** Bytes beyond the sound that do not yet count as padding. */
  toleratedPaddingBytes?: number;
  programs?: Programs;
};

export type SoundSoFar = Readonly<{
  /** The file being written. Its final name differs. */
  pcmPath: string;
  seconds: number;
  /** The level of each 20 ms frame, as input for findSilences. */
  levels: Uint8Array;
}>;

export type DecodedSound = SoundSoFar & Pick<PreparedAudio, 'durationMs' | 'soundSeconds' | 'silences'>;

const dayHours = 24;
/** Even a slow and busy machine decodes faster than real time. */
const defaultTimeMs = ({ durationSeconds }: MediaInfo) => 2 * minuteMs + durationSeconds * 1_000;

const progressEveryMs = 50;
/** Refuse a recording with less than this fraction of the sound that its header declares. */
const minPart = 0.5;
const completeToleranceSeconds = 2;

/** Checks for space first. Otherwise the sound would fill the disk, which the database may share. */
async function requireDiskSpace(folder: string, { durationSeconds }: MediaInfo) {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < durationSeconds * pcmBytesPerSecond)
    throw new MediaError('disk_full', 'the decoded sound does not fit on the disk');
}

type Pass = Required<Pick<PrepareOptions, 'path' | 'media' | 'folder' | 'programs'>> &
  Pick<PrepareOptions, 'onProgress' | 'onSound' | 'onDecoded' | 'toleratedPaddingBytes'> & {
    limits: MediaLimits;
    signal: AbortSignal | undefined;
  };

const countName = 'sound.count';

/** Runs ffmpeg once while measuring its output. Returns ffmpeg's result and the measurements. */
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
      container: media.container,
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
      await sound.measureWritten();
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
 * AVI counts the time before a late track as sound. Ogg counts the samples of a joined file, at the rate of its first
 * part. MPEG streams have no header, and their clock jumps.
 */
const inexactContainers: readonly ProbedMedia['container'][] = ['avi', 'ogg', 'mpeg'];

/**
 * Accepts a truncated file if most of it is there, because a partial transcript beats none. Inexact headers never cause
 * a refusal.
 */
function isCutShort({ chosen, container }: MediaInfo, decodedSeconds: number): boolean {
  const declared = chosen.durationSeconds;
  if (declared === undefined) return false;
  const decoded = decodedSeconds - chosen.startSeconds;
  const isIncomplete = declared - decoded > completeToleranceSeconds;
  if (isIncomplete && decoded < declared * minPart && !inexactContainers.includes(container))
    throw new MediaError('cut_short', `${decoded.toFixed(1)} s of ${declared.toFixed(1)} s`);
  return isIncomplete;
}

/** Writes the PCM to `pcmPart`, and the playable file of `asked` to its own part. */
async function decode(pass: Pass, asked: PlayableMethod) {
  const { folder, media } = pass;
  const pcmPath = join(folder, 'sound.pcm');
  const pcmPart = `${pcmPath}.part`;
  let way = asked;
  let { result, measured, countedSeconds } = await runPass(pass, way, pcmPart);
  // Copying a damaged file fails, and a killed or crashed ffmpeg leaves a part that looks like a truncated recording. So
  // repeat a failed pass once, with the PCM alone.
  if (result.code !== 0) {
    await rm(playablePaths(folder, way).part, { force: true });
    way = 'none';
    ({ result, measured, countedSeconds } = await runPass(pass, way, pcmPart));
  }
  const seconds = heardSeconds(measured, media);
  if (seconds === 0) throw new MediaError('unreadable', lastLine(result));
  const isIncomplete = isCutShort(media, seconds);
  const durationMs = Math.ceil(seconds * 1_000);
  // Overlapping timestamps drop sound, which then does not count.
  const soundSeconds = Math.min(countedSeconds, seconds);
  const { levels } = measured;
  const silences = findSilences(levels);
  pass.onDecoded?.({ pcmPath: pcmPart, seconds, levels, durationMs, soundSeconds, silences });

  async function finish(): Promise<DecodedAudio> {
    await rename(pcmPart, pcmPath);
    pass.onProgress?.(seconds);
    const { size } = await stat(pass.path);
    const bytes = size - (pass.toleratedPaddingBytes ?? 0);
    return {
      pcmPath,
      durationMs,
      soundSeconds,
      isIncomplete,
      isPadded: isPadded({ media, seconds: soundSeconds, bytes }),
      silences,
      levels,
      peaks: waveformPeaks(measured.tops),
    };
  }
  return { way, pcmPart, seconds, finish };
}

async function prepare(pass: Pass): Promise<PreparedAudio> {
  const { folder, limits, signal, programs } = pass;
  const { way, pcmPart, seconds, finish } = await decode(pass, choosePlayableMethod(pass.media.chosen));
  const playable = await finishPlayable({
    folder,
    way,
    pcmPath: pcmPart,
    seconds,
    limits,
    signal,
    programs,
  });
  return { ...(await finish()), playable };
}

/** Returns 0 if there is only the silence that we put before a late track. */
function heardSeconds({ samples }: Measured, { chosen }: MediaInfo): number {
  return samples <= Math.round(chosen.startSeconds * pcmRateHz) ? 0 : samples / pcmRateHz;
}

async function removeAll(folder: string) {
  const names = ['sound.pcm', 'listen.m4a', 'listen.mp3'];
  await Promise.all(
    names.flatMap((name) => [name, `${name}.part`]).map((name) => rm(join(folder, name), { force: true })),
  );
}

/** Applies the default limits, checks the disk space, and removes all files after a failure. */
async function guarded<T>(options: PrepareOptions, work: (pass: Pass) => Promise<T>): Promise<T> {
  const { media, folder, signal, onProgress, programs = defaultPrograms } = options;
  const limits = {
    timeMs: defaultTimeMs(media),
    memoryBytes: defaultMemoryBytes,
    maxDurationSeconds: dayHours * 3_600,
    ...options.limits,
  };
  signal?.throwIfAborted();
  if (media.durationSeconds > limits.maxDurationSeconds) throw new MediaError('too_long');
  await requireDiskSpace(folder, media);
  try {
    return await work({ ...options, limits, signal, onProgress, programs });
  } catch (error) {
    await removeAll(folder);
    throw error;
  }
}

/**
 * Decodes the original once. Produces the PCM for the engines, its silences, the waveform peaks, and a small file
 * that every browser plays. Throws a MediaError, or the signal's reason.
 */
export const prepareAudio = (options: PrepareOptions): Promise<PreparedAudio> => guarded(options, prepare);

/** Like prepareAudio, without a file for the player: one of several recordings becomes part of a joined sound. */
export const decodeAudio = (options: PrepareOptions): Promise<DecodedAudio> =>
  guarded(options, async (pass) => (await decode(pass, 'none')).finish());
