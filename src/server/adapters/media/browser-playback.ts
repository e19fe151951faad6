import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaError } from './media-error.ts';
import type { AudioTrack } from './parse-ffprobe.ts';
import { type MediaInfo, probeMedia } from './probe.ts';
import { inputUrl, isDiskFull, lastLine, type Programs, type RunLimits, runProgram } from './run-ffmpeg.ts';
import { pcmRateHz } from './sound-meter.ts';

const inMp4 = { video: ['h264', 'av1', 'vp9'], audio: ['aac', 'mp3', 'opus', 'flac'] };
const inWebm = { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] };

/** Browsers play the first sound of a film; where another was transcribed, text and sound would differ. */
const isFirst = ({ audio, chosen }: MediaInfo) => audio[0]?.index === chosen.index;

/** What to call the original so that a browser plays it, or undefined where it does not. */
export function browserVideoType(media: MediaInfo): string | undefined {
  const { container, video, chosen } = media;
  if (video === undefined || !isFirst(media)) return undefined;
  const plays = (known: typeof inMp4) =>
    known.video.includes(video.codec) && known.audio.includes(chosen.codec);
  // A MOV of these codecs is played as the MP4 that it nearly is, under that name alone.
  if (container === 'mp4' || container === 'mov') return plays(inMp4) ? 'video/mp4' : undefined;
  if (container === 'mkv') return plays(inWebm) ? 'video/webm' : undefined;
  return undefined;
}

/** What every browser plays, and how it is made: a copy costs next to nothing. */
export type Playable = Readonly<{ path: string; contentType: 'audio/mpeg' | 'audio/mp4'; isCopy: boolean }>;

/** `none`: the sound is written alone, and the playable file is made of it afterwards. */
export type PlayableMethod = 'copy_aac' | 'copy_mp3' | 'encode' | 'none';

const browserProfiles = ['LC', 'HE-AAC', 'HE-AACv2'];
const browserRateHz = 48_000;
/** A copy cannot wait before it begins, in all browsers alike. */
const latestStartSeconds = 0.03;

export const encodedRateHz = 24_000;
/** Fastest of what Chrome, Firefox and Safari all play: a third of the time of ffmpeg's AAC at the same rate. */
const encoder = ['-c:a', 'libmp3lame', '-b:a', '64k', '-compression_level', '9'];
/** Titles, places and pictures of the original are nobody's business in what we hand out. */
const nothingElse = ['-map_metadata', '-1', '-map_chapters', '-1'];
const asMp3 = [...nothingElse, '-id3v2_version', '0', '-f', 'mp3'];
const asM4a = [...nothingElse, '-movflags', '+faststart', '-f', 'mp4'];

export function choosePlayableMethod({
  codec,
  profile,
  channels,
  sampleRate,
  startSeconds,
}: AudioTrack): PlayableMethod {
  if (startSeconds > latestStartSeconds) return 'none';
  if (channels > 2 || sampleRate > browserRateHz) return 'encode';
  if (codec === 'mp3') return 'copy_mp3';
  if (codec === 'aac' && browserProfiles.includes(profile ?? '')) return 'copy_aac';
  return 'encode';
}

const typeOf = (way: PlayableMethod) => (way === 'copy_aac' ? 'audio/mp4' : 'audio/mpeg');

/** Under its final name only when it is whole. */
export const playablePaths = (folder: string, way: PlayableMethod) => {
  const path = join(folder, way === 'copy_aac' ? 'listen.m4a' : 'listen.mp3');
  return { path, part: `${path}.part` };
};

export function playableOutput(way: PlayableMethod, part: string): string[] {
  const place = `file:${part}`;
  if (way === 'copy_aac') return ['-c', 'copy', ...asM4a, place];
  if (way === 'copy_mp3') return ['-c', 'copy', ...asMp3, place];
  return [...encoder, ...asMp3, place];
}

type Making = { limits: RunLimits; signal: AbortSignal | undefined; programs: Programs };

/** Of the sound that engines hear: duller than the original, and always of the same length as the text. */
async function encodeFromPcm(pcmPath: string, part: string, { limits, signal, programs }: Making) {
  const result = await runProgram({
    program: programs.ffmpeg,
    inputPath: pcmPath,
    args: [
      ...['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file'],
      ...['-f', 's16le', '-ar', String(pcmRateHz), '-ac', '1', '-i', inputUrl],
      ...playableOutput('none', part),
    ],
    limits,
    signal,
  });
  if (isDiskFull(result)) throw new MediaError('disk_full', lastLine(result));
  if (result.code !== 0) throw new MediaError('unreadable', lastLine(result));
}

/** Gaps and broken packets leave no trace in a copy of some kinds, and its text would run away from its sound. */
const lengthToleranceSeconds = 0.3;

async function isAsLongAs(seconds: number, part: string, making: Making): Promise<boolean> {
  const seen: MediaInfo | undefined = await probeMedia({ path: part, ...making }).catch((error) => {
    if (error instanceof MediaError && error.isOfFile) return undefined;
    throw error;
  });
  return seen !== undefined && Math.abs(seen.durationSeconds - seconds) <= lengthToleranceSeconds;
}

type Finishing = Making & { folder: string; way: PlayableMethod; pcmPath: string; seconds: number };

/** Takes what came out of the pass when it is sound, and makes it anew otherwise. */
export async function finishPlayable(finishing: Finishing): Promise<Playable> {
  const { folder, way, pcmPath, seconds } = finishing;
  const made = playablePaths(folder, way);
  if (way !== 'none' && (await isAsLongAs(seconds, made.part, finishing))) {
    await rename(made.part, made.path);
    return { path: made.path, contentType: typeOf(way), isCopy: way !== 'encode' };
  }
  await rm(made.part, { force: true });
  const places = playablePaths(folder, 'none');
  await encodeFromPcm(pcmPath, places.part, finishing);
  await rename(places.part, places.path);
  return { path: places.path, contentType: typeOf('none'), isCopy: false };
}
